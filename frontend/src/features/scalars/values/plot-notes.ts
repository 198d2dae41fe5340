/** What the cards say of the points that a plot does not draw. */
import type { ScalarSeries, Scalars } from "../../../api/scalars";
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
