/** What a distribution shows, in words and in rows. */
import type { Histograms, RunHistograms, StepHistogram } from "../../../api/histograms";
import { countText, valueText } from "../../../lib/format/number";
import { tableFile } from "../../../lib/format/table";
import * as messages from "../messages";

function stepSummary({ percentiles }: StepHistogram): string {
  const at = (column: number) => valueText(percentiles[column] ?? Number.NaN);
  return messages.stepSummary(at(0), at(8), at(4));
}

function runSummary({ steps }: RunHistograms, name: string): string {
  const first = steps[0];
  const last = steps[steps.length - 1];
  if (first === undefined || last === undefined) return messages.noHistogram(name);
  const end = messages.endSummary(last.step, stepSummary(last));
  if (first === last) return `${name}: ${end}`;
  return messages.rangeSummary(name, first.step, last.step, end);
}

/** `weights, 2 runs. lr_0.1, step 0 to 280: values at step 280 from −0.2 to 0.2, median 0.` */
export function distributionSummary(
  { tag, series }: Histograms,
  nameOf: (run: string) => string,
): string {
  const runs = series.map((each) => runSummary(each, nameOf(each.run)));
  return messages.chartSummary(tag, series.length, runs.join(". "));
}

const COLUMNS = [
  messages.run,
  messages.step,
  messages.values,
  messages.min,
  "6.7 %",
  "31 %",
  messages.median,
  "69 %",
  "93 %",
  messages.max,
];
/** The columns of percentiles that the table has room for. */
const SHOWN = [0, 1, 3, 4, 5, 7, 8];

export interface TableRow {
  readonly key: string;
  readonly cells: readonly string[];
}

export { COLUMNS as TABLE_COLUMNS };

/** A row for every step drawn. */
export function tableRows({ series }: Histograms, nameOf: (run: string) => string): TableRow[] {
  return series.flatMap(({ run, steps }) =>
    steps.map((step, at) => ({
      key: `${run} ${at}`,
      cells: [
        nameOf(run),
        countText(step.step),
        countText(Math.round(step.total)),
        ...SHOWN.map((column) => valueText(step.percentiles[column] ?? Number.NaN)),
      ],
    })),
  );
}

/** Every bucket drawn as a line of CSV. */
export function distributionCsv({ series }: Histograms, nameOf: (run: string) => string): string {
  const rows = series.flatMap(({ run, steps }) =>
    steps.flatMap(({ step, wallTime, left, right, count }) =>
      Array.from(count, (each, at) => [
        nameOf(run),
        step,
        wallTime,
        left[at] ?? null,
        right[at] ?? null,
        each,
      ]),
    ),
  );
  return tableFile(
    { columns: ["run", "step", "wall_time", "left", "right", "count"], rows },
    "csv",
  );
}
