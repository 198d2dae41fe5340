/** What each curve says at the threshold: counts, ratios, and the areas under the whole curve. */

import type { CurvePoints, RunCurve } from "../../api/types";
import { countText, valueText } from "../../lib/format/number";
import { runLabel } from "../../state/runs/run-labels";
import { RunLabel } from "../../ui/controls/run-label";
import { Term } from "../../ui/controls/term";
import * as messages from "./messages";
import { pointAt } from "./run-curves";

const CURVES = [
  {
    key: "average_precision",
    short: messages.ap,
    title: messages.apTitle,
  },
  { key: "roc_area", short: messages.auc, title: messages.areaUnderTheRocCurve },
  { key: "threshold", short: messages.threshold, title: messages.thresholdTitle },
] as const;

const COUNTS = [
  { key: "true_positives", short: messages.tp, title: messages.truePositives },
  { key: "false_positives", short: messages.fp, title: messages.falsePositives },
  { key: "true_negatives", short: messages.tn, title: messages.trueNegatives },
  { key: "false_negatives", short: messages.fn, title: messages.falseNegatives },
] as const;

const RATIOS = [
  { key: "precision", short: messages.precision, title: messages.precisionTitle },
  { key: "recall", short: messages.recall, title: messages.recallTitle },
  { key: "false_positive_rate", short: messages.fpr, title: messages.fprTitle },
] as const;

function ratioText(value: number | string | null | undefined): string {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? valueText(number) : "–";
}

function Cells({ curve, threshold }: { curve: CurvePoints; threshold: number }) {
  const at = pointAt(curve, threshold);
  return (
    <>
      <td>{ratioText(curve.average_precision)}</td>
      <td>{ratioText(curve.roc_area)}</td>
      <td>{ratioText(curve.threshold[at])}</td>
      {COUNTS.map(({ key }) => (
        <td key={key}>{valueText(Number(curve[key][at] ?? Number.NaN))}</td>
      ))}
      {RATIOS.map(({ key }) => (
        <td key={key}>{ratioText(curve[key][at])}</td>
      ))}
    </>
  );
}

interface CountsTableProps {
  readonly tag: string;
  readonly curves: readonly RunCurve[];
  readonly threshold: number;
}

export function CountsTable({ tag, curves, threshold }: CountsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="curve-counts-scroller" aria-label={messages.countsOf(tag)} tabIndex={0}>
      <table class="curve-counts">
        <caption class="ui-visually-hidden">{messages.tagAtThreshold(tag, threshold)}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.run}</th>
            <th scope="col">{messages.step}</th>
            {[...CURVES, ...COUNTS, ...RATIOS].map(({ key, short, title }) => (
              <th key={key} scope="col">
                <Term explanation={title}>{short}</Term>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {curves.map(({ run, step, curve, message }) => (
            <tr key={run}>
              <th scope="row">
                <RunLabel {...runLabel(run)} />
              </th>
              <td>{countText(BigInt(step))}</td>
              {curve === null ? (
                <td colSpan={10}>{message}</td>
              ) : (
                <Cells curve={curve} threshold={threshold} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
