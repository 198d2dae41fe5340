/** What each curve says at the threshold: counts, ratios, and the areas under the whole curve. */

import type { CurvePoints, RunCurve } from "../../api/types";
import { countText, valueText } from "../../lib/format/number";
import { runColour, runName } from "../../state/runs/runs";
import { Term } from "../../ui/controls/term";
import { pointAt } from "./run-curves";

const CURVES = [
  {
    key: "average_precision",
    short: "AP",
    title: "Area under the precision-recall curve, in steps",
  },
  { key: "roc_area", short: "AUC", title: "Area under the ROC curve" },
  { key: "threshold", short: "Threshold", title: "The threshold of the point that is marked" },
] as const;

const COUNTS = [
  { key: "true_positives", short: "TP", title: "True positives" },
  { key: "false_positives", short: "FP", title: "False positives" },
  { key: "true_negatives", short: "TN", title: "True negatives" },
  { key: "false_negatives", short: "FN", title: "False negatives" },
] as const;

const RATIOS = [
  { key: "precision", short: "Precision", title: "TP / (TP + FP)" },
  { key: "recall", short: "Recall", title: "TP / (TP + FN), also the true positive rate" },
  { key: "false_positive_rate", short: "FPR", title: "False positive rate, FP / (FP + TN)" },
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
    <section class="counts-scroller" aria-label={`Counts of ${tag}`} tabIndex={0}>
      <table class="counts">
        <caption class="visually-hidden">
          {tag} at a threshold of {threshold}
        </caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Step</th>
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
                <span class="curve-swatch" style={{ background: runColour(run) }} />
                {runName(run)}
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
