/** A chart in a sentence, for those who do not see it. */
import type { ScalarSeries, Scalars } from "../../../api/scalars";
import { columnExtent } from "../../../chart/axes/column-extent";
import type { ChartLine, Range } from "../../../chart/model/chart-line";
import { rowsWithin } from "../../../lib/algorithms/binary-search";
import * as messages from "../messages";

export interface Totals {
  readonly points: number;
  readonly nan: number;
  readonly inf: number;
  /** Left out of an axis of time: their wall time is no date. */
  readonly undated: number;
}

export function totalsOf(answers: readonly Scalars[]): Totals {
  const series = answers.flatMap((answer) => answer.series);
  const sum = (count: (one: ScalarSeries) => number) =>
    series.reduce((total, one) => total + count(one), 0);
  return {
    points: sum((one) => one.total),
    nan: sum((one) => one.nan),
    inf: sum((one) => one.inf),
    undated: sum((one) => one.undated),
  };
}

/** Whether a line has a point in a range, or passes through it between two points. */
function isIn({ x, y }: ChartLine, range: Range | null): boolean {
  if (range === null) return x.length > 0;
  const [first, end] = rowsWithin(x, range);
  if (first < end) return true;
  const isPassed = first > 0 && first < x.length;
  return isPassed && Number.isFinite(y[first - 1]) && Number.isFinite(y[first]);
}

/** What a plot lacks; null when there is something to draw. */
export function plotNote(lines: readonly ChartLine[], range: Range | null): string | null {
  return lines.some((line) => isIn(line, range)) ? null : messages.noPoints;
}

/** What a report says of long series that it holds with another smoothing; null when of none. */
export function unsmoothedNote(lines: readonly { isUnsmoothed: boolean }[]): string | null {
  const lacking = lines.filter(({ isUnsmoothed }) => isUnsmoothed).length;
  if (lacking === 0) return null;
  return messages.unsmoothed(lacking);
}

/** `2 NaN, 1 Inf`, or empty. */
export function nonFiniteText({ nan, inf }: Pick<Totals, "nan" | "inf">): string {
  const parts = [nan > 0 && messages.nanCount(nan), inf > 0 && messages.infCount(inf)];
  return parts.filter(Boolean).join(", ");
}

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
