/** What a line did over a part of the x axis. */
import type { ChartLine, Range } from "../../chart/chart-line";
import { lowerBound, nearestIndex } from "../../lib/sorted";

export interface Comparison {
  /** The value nearest to the place that was picked; NaN when none was. */
  readonly picked: number;
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
  picked: Number.NaN,
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
 * `extremes` are those behind each point, where the points are means of many.
 */
export function compare(
  { x, y, faint }: Pick<ChartLine, "x" | "y" | "faint">,
  extremes: ChartLine["band"],
  range: Range | null,
  picked: number | null,
): Comparison {
  const first = range === null ? 0 : lowerBound(x, range[0]);
  let end = range === null ? x.length : lowerBound(x, range[1]);
  while (range !== null && end < x.length && x[end] === range[1]) end += 1;
  if (first >= end) return NOTHING;
  const part = (column: Float64Array) => column.subarray(first, end);
  const [places, logged] = [part(x), part(faint ?? y)];
  const [start, last] = [logged[0] as number, logged[logged.length - 1] as number];
  return {
    picked: picked === null ? Number.NaN : ((faint ?? y)[nearestIndex(x, picked)] as number),
    start,
    end: last,
    min: finiteExtreme(part(extremes?.min ?? faint ?? y), Math.min),
    max: finiteExtreme(part(extremes?.max ?? faint ?? y), Math.max),
    change: last - start,
    slope: slopeOf(places, logged),
  };
}
