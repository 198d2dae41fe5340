/** The series of tensors as rows, which the keys `j` and `k` go through. */
import { useRef } from "preact/hooks";
import type { Tensors } from "../../api/types";
import { nearestStep } from "../../lib/algorithms/nearest-step";
import { countText } from "../../lib/format/number";
import { runLabel } from "../../state/runs/run-labels";
import { navigableRun, useListKeys } from "../../state/shell/list-navigation";
import { step } from "../../state/tags/selected-step";
import { RunLabel } from "../../ui/controls/run-label";
import * as messages from "./messages";
import { seriesKey, useSeriesSteps } from "./series-steps";

const MAX_ROWS = 1000;

export type Series = Tensors["series"][number];

/** `2 × ?`: -1 is a size that the tensor does not say. */
export function shapeText(shape: readonly number[] | null): string {
  if (shape === null) return messages.unknownRank;
  if (shape.length === 0) return "scalar";
  return shape.map((size) => (size < 0 ? "?" : countText(size))).join(" × ");
}

function stepsText(first: number | string, last: number | string): string {
  const [from, to] = [countText(BigInt(first)), countText(BigInt(last))];
  return from === to ? from : `${from}–${to}`;
}

/** Which step of a series is the one chosen, or comes nearest to it. */
function NearestStep({ steps, chosen }: { steps: readonly number[] | undefined; chosen: number }) {
  const nearest = nearestStep(steps ?? [], chosen);
  if (nearest === null) return <td />;
  if (nearest === chosen) return <td>{messages.logged}</td>;
  return <td class="tensor-elsewhere">{messages.nearestStep(nearest)}</td>;
}

function Head({ chosen }: { chosen: number | null }) {
  const titles = [messages.tag, messages.run, messages.plugin, messages.steps];
  if (chosen !== null) titles.push(messages.atStep(chosen));
  return (
    <tr>
      {[...titles, messages.values, messages.dtype, messages.shape].map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
    </tr>
  );
}

interface RowProps {
  readonly series: Series;
  readonly steps: readonly number[] | undefined;
  readonly chosen: number | null;
}

function Row({ series, steps, chosen }: RowProps) {
  const { tag, run, plugin, message } = series;
  return (
    <tr {...navigableRun(run)}>
      <th scope="row">{tag}</th>
      <td>
        <RunLabel {...runLabel(run)} />
      </td>
      <td>
        {plugin || messages.noPlugin} <span class="tensor-mark">{messages.unknown}</span>
      </td>
      <td>{stepsText(series.first_step, series.last_step)}</td>
      {chosen !== null && <NearestStep steps={steps} chosen={chosen} />}
      <td>{countText(series.values)}</td>
      {message === null ? (
        <>
          <td>{series.dtype}</td>
          <td>{shapeText(series.shape)}</td>
        </>
      ) : (
        <td colSpan={2}>{message}</td>
      )}
    </tr>
  );
}

export function TensorTable({ series }: { series: readonly Series[] }) {
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list, "row", "tensors");
  const steps = useSeriesSteps(series.map(({ tag }) => tag));
  const chosen = step.value;
  return (
    <table class="tensor-table">
      <caption class="ui-visually-hidden">{messages.tableLabel}</caption>
      <thead>
        <Head chosen={chosen} />
      </thead>
      <tbody ref={list}>
        {series.slice(0, MAX_ROWS).map((one) => (
          <Row
            key={seriesKey(one)}
            series={one}
            steps={steps?.get(seriesKey(one))}
            chosen={chosen}
          />
        ))}
      </tbody>
    </table>
  );
}
