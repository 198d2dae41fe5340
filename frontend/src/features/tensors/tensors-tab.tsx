/** Tensors of plugins that are unknown here: what they are, rather than nothing. */
import { useRef } from "preact/hooks";
import type { Tensors } from "../../api/types";
import { getTensors } from "../../api/values";
import { counted, countText } from "../../lib/number-text";
import type { FileTable } from "../../lib/table-file";
import { followGeneration, useShown } from "../../state/resource";
import { runColour, runName, shownRuns } from "../../state/runs";
import { STOP, useRowKeys } from "../../state/use-row-keys";
import { EmptyState } from "../../ui/empty-state";
import { Failure } from "../../ui/failure";
import { Skeleton } from "../../ui/skeleton";
import { TableMenu } from "../../ui/table-menu";
import "./tensors.css";

const tensors = followGeneration(getTensors);

const MOST_ROWS = 1000;

/** `2 × ?`: -1 is a size that the tensor does not say. */
function shapeText(shape: readonly number[] | null): string {
  if (shape === null) return "unknown rank";
  if (shape.length === 0) return "scalar";
  return shape.map((size) => (size < 0 ? "?" : countText(size))).join(" × ");
}

function stepsText(first: number | string, last: number | string): string {
  const [from, to] = [countText(BigInt(first)), countText(BigInt(last))];
  return from === to ? from : `${from}–${to}`;
}

type Series = Tensors["series"][number];

function tableOf(series: readonly Series[]): FileTable {
  return {
    columns: ["tag", "run", "plugin", "first_step", "last_step", "values", "dtype", "shape"],
    rows: series.map((one) => [
      one.tag,
      runName(one.run),
      one.plugin,
      one.first_step,
      one.last_step,
      one.values,
      one.dtype,
      one.shape === null ? null : shapeText(one.shape),
    ]),
  };
}

export function TensorsTab() {
  useShown(tensors);
  const list = useRef<HTMLTableSectionElement>(null);
  useRowKeys(list, "row", "Tensors");
  const answer = tensors.data.value;
  if (answer === null) {
    const error = tensors.error.value;
    if (error === null) return <Skeleton text="Reading what the tensors are" />;
    return <Failure title="The tensors could not be read" error={error} onRetry={tensors.retry} />;
  }
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  const series = answer.series.filter(({ run }) => shown.has(run));
  if (series.length === 0) {
    return (
      <EmptyState title="No tensor to list">
        <p>None of the runs shown has a tensor of an unknown plugin.</p>
      </EmptyState>
    );
  }
  return (
    <div class="tensors-tab">
      <div class="tensors-head">
        <p class="tensors-note">
          {countText(series.length)} series of tensors whose plugin is unknown here: they are
          listed, not drawn. Dtype and shape are those of the last value.
          {answer.more > 0 && ` ${counted(answer.more, "further tag")} left out.`}
        </p>
        <TableMenu label="Export" name="tensors" table={() => tableOf(series)} />
      </div>
      <table class="tensors-table">
        <caption class="visually-hidden">Tensors of unknown plugins</caption>
        <thead>
          <tr>
            <th scope="col">Tag</th>
            <th scope="col">Run</th>
            <th scope="col">Plugin</th>
            <th scope="col">Steps</th>
            <th scope="col">Values</th>
            <th scope="col">Dtype</th>
            <th scope="col">Shape</th>
          </tr>
        </thead>
        <tbody ref={list}>
          {series.slice(0, MOST_ROWS).map((one) => (
            <tr key={`${one.tag}\n${one.run}`} tabIndex={-1} {...STOP}>
              <th scope="row">{one.tag}</th>
              <td>
                <span class="tensors-swatch" style={{ background: runColour(one.run) }} />
                {runName(one.run)}
              </td>
              <td>
                {one.plugin || "none named"} <span class="tensors-mark">unknown</span>
              </td>
              <td>{stepsText(one.first_step, one.last_step)}</td>
              <td>{countText(one.values)}</td>
              {one.message === null ? (
                <>
                  <td>{one.dtype}</td>
                  <td>{shapeText(one.shape)}</td>
                </>
              ) : (
                <td colSpan={2}>{one.message}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
