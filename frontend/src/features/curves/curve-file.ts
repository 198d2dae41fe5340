/** The curves of a card as rows of a table: every threshold of every run. */
import type { CurvePoints, RunCurve } from "../../api/types";
import type { FileTable, TableCell } from "../../lib/format/table";

const COLUMNS = [
  "threshold",
  "true_positives",
  "false_positives",
  "true_negatives",
  "false_negatives",
  "precision",
  "recall",
  "false_positive_rate",
] as const;

function pointRows(run: string, step: TableCell, curve: CurvePoints): TableCell[][] {
  return curve.threshold.map((_, at) => [
    run,
    step,
    ...COLUMNS.map((column) => Number(curve[column][at])),
  ]);
}

export function curveTable(
  curves: readonly RunCurve[],
  nameOf: (run: string) => string,
): FileTable {
  return {
    columns: ["run", "step", ...COLUMNS],
    rows: curves.flatMap(({ run, step, curve }) =>
      curve === null ? [] : pointRows(nameOf(run), step, curve),
    ),
  };
}
