/** What a line did over a part of the x axis. */
import type { ChartLine, Range } from "../../../chart/model/chart-line";
import { rowsWithin } from "../../../lib/algorithms/binary-search";
import type { BucketFacts } from "../lines/series-lines";

export interface Comparison {
  readonly start: number;
  readonly end: number;
  readonly min: number;
  readonly max: number;
  /** From start to end. */
  readonly change: number;
  /** Of the straight line that fits best (least squares), per unit of the x axis. */
  readonly slope: number;
}

const NOTHING: Comparison = {
  start: Number.NaN,
  end: Number.NaN,
  min: Number.NaN,
  max: Number.NaN,
  change: Number.NaN,
  slope: Number.NaN,
};

/** Centred first, so that steps in the millions leave digits for their values. */
function slopeOf(x: Float64Array, y: Float64Array): number {
  let points = 0;
  let meanX = 0;
  let meanY = 0;
  let squares = 0;
  let products = 0;
  for (let at = 0; at < x.length; at += 1) {
    const value = y[at] as number;
    if (!Number.isFinite(value)) continue;
    points += 1;
    const fromMean = (x[at] as number) - meanX;
    meanX += fromMean / points;
    meanY += (value - meanY) / points;
    squares += fromMean * ((x[at] as number) - meanX);
    products += fromMean * (value - meanY);
  }
  return squares > 0 ? products / squares : Number.NaN;
}

function finiteExtreme(column: Float64Array, pick: (one: number, other: number) => number): number {
  const finite = column.filter(Number.isFinite);
  return finite.length === 0 ? Number.NaN : finite.reduce((one, other) => pick(one, other));
}

/**
 * What was logged (not what is smoothed) between the ends of a range, both inclusive; null for all.
 * `behind` is what is known of the points behind each point, where that is the mean of many.
 */
export function compare(
  { x, y, faint }: Pick<ChartLine, "x" | "y" | "faint">,
  behind: Omit<BucketFacts, "count" | "smoothedLast"> | null,
  range: Range | null,
): Comparison {
  const [first, end] = range === null ? [0, x.length] : rowsWithin(x, range);
  if (first >= end) return NOTHING;
  const part = (column: Float64Array) => column.subarray(first, end);
  const logged = faint ?? y;
  const start = (behind?.first ?? logged)[first] as number;
  const last = (behind?.last ?? logged)[end - 1] as number;
  return {
    start,
    end: last,
    min: finiteExtreme(part(behind?.min ?? logged), Math.min),
    max: finiteExtreme(part(behind?.max ?? logged), Math.max),
    change: last - start,
    slope: slopeOf(part(x), part(logged)),
  };
}
