/** A chart in a sentence, for those who do not see it. */
import type { ScalarSeries, Scalars } from "../../../api/scalars";
import { columnExtent } from "../../../chart/axes/column-extent";
import * as messages from "../messages";
import type { CommentLine } from "../options/comment-draft";
import { nonFiniteText, totalsOf } from "./plot-notes";

/** The part of a column that is in the range. */
function inside({ before, after }: ScalarSeries, column: Float64Array): Float64Array {
  return before + after === 0 ? column : column.subarray(before, column.length - after);
}

function lowestOf(series: ScalarSeries): number {
  return columnExtent(inside(series, series.raw ? series.value : series.min)).low;
}

/** From the first to the last place of any series: `step 0–10,000`. */
function reachOf({ x: axis, series }: Scalars): string {
  if (axis !== "step") return "";
  const columns = series
    .map((one) => inside(one, one.raw ? one.step : one.x))
    .filter(({ length }) => length > 0);
  if (columns.length === 0) return "";
  const from = Math.min(...columns.map((column) => column[0] as number));
  const to = Math.max(...columns.map((column) => column[column.length - 1] as number));
  return messages.stepRange(Math.round(from), Math.round(to));
}

/** `loss, 3 runs, 3,000 points, step 0–10,000; lowest 0.12 in run b; 2 NaN.` */
export function chartSummary(scalars: Scalars, nameOf: (run: string) => string): string {
  const { tag, series } = scalars;
  const totals = totalsOf([scalars]);
  const counts = messages.runAndPointCount(series.length, totals.points);
  const head = [tag, counts, reachOf(scalars)].filter(Boolean).join(", ");
  const lows = series.map((one) => ({ run: one.run, low: lowestOf(one) }));
  const best = lows.reduce((one, other) => (other.low < one.low ? other : one), {
    run: "",
    low: Number.POSITIVE_INFINITY,
  });
  const lowest = best.run === "" ? "" : messages.lowest(best.low, nameOf(best.run));
  return `${[head, lowest, nonFiniteText(totals)].filter(Boolean).join("; ")}.`;
}

/** More are not read out with every chart. */
const MAX_COMMENTS = 10;

/** `2 comments: Step 300: rate lowered; Step 400, run a: diverges.`; empty without any. */
export function commentSummary(lines: readonly CommentLine[]): string {
  if (lines.length === 0) return "";
  const texts = lines.slice(0, MAX_COMMENTS).map(({ text }) => text);
  return messages.commentsOnChart(lines.length, texts);
}
