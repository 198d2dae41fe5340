/** The part of a series that lies in a range, of points, of buckets and of histograms. */
import { cutSeries, type Opened, type Part, type SeriesHeader } from "./columns-answer";

export interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** Of ascending numbers, those within bounds. */
export function partWithin(positions: Float64Array, { from, to }: Bounds): Part {
  const inside = (at: number) => (positions[at] ?? Number.NaN) >= from;
  let begin = 0;
  while (begin < positions.length && !inside(begin)) begin++;
  let end = begin;
  while (end < positions.length && (positions[end] ?? Number.NaN) <= to) end++;
  return { begin, end };
}

function countIf(
  values: Float64Array,
  { begin, end }: Part,
  is: (value: number) => boolean,
): number {
  return values.subarray(begin, end).reduce((sum, value) => sum + Number(is(value)), 0);
}

function sum(values: Float64Array, { begin, end }: Part): number {
  return values.subarray(begin, end).reduce((total, value) => total + value, 0);
}

interface Cut {
  readonly axis: string;
  readonly bounds: Bounds;
  /** Whether what a chart needs beyond the bounds is to be there: see the server's `context`. */
  readonly context: boolean;
}

/** The rows to answer with, given those within bounds. */
function withContext({ begin, end }: Part, series: SeriesHeader, rows: number): Part {
  if (series.whole === true) return { begin: 0, end: rows };
  return { begin: Math.max(0, begin - 1), end: Math.min(rows, end + 1) };
}

/** The points or buckets of a time series within bounds of its axis, with their counts. */
export function scalarsWithin(
  answer: Opened,
  series: SeriesHeader,
  { axis, bounds, context }: Cut,
): SeriesHeader {
  const column = (name: string) => answer.numbers(series, name);
  const isRaw = series.raw === true;
  const places = column(isRaw && series.x === undefined ? axis : "x");
  const part = partWithin(places, bounds);
  const rows = context ? withContext(part, series, places.length) : part;
  const cut = {
    ...cutSeries(series, () => rows),
    whole: series.whole === true && context,
    before: part.begin - rows.begin,
    after: rows.end - part.end,
  };
  if (isRaw) {
    const isInfinite = (value: number) => Math.abs(value) === Number.POSITIVE_INFINITY;
    const nan = countIf(column("value"), part, Number.isNaN);
    return {
      ...cut,
      total: part.end - part.begin,
      nan,
      inf: countIf(column("value"), part, isInfinite),
    };
  }
  const oddOf = (name: string) => (series[name] === undefined ? 0 : sum(column(name), part));
  return { ...cut, total: sum(column("count"), part), nan: oddOf("nans"), inf: oddOf("infs") };
}

const OF_BUCKETS: ReadonlySet<string> = new Set(["left", "right", "count"]);
const PERCENTILES = 9;

/** The histograms of a run at the steps within bounds. */
export function histogramsWithin(
  answer: Opened,
  series: SeriesHeader,
  bounds: Bounds,
): SeriesHeader {
  const steps = partWithin(answer.numbers(series, "step"), bounds);
  const bins = answer.numbers(series, "bins");
  const begin = sum(bins, { begin: 0, end: steps.begin });
  const buckets = { begin, end: begin + sum(bins, steps) };
  const percentiles = { begin: PERCENTILES * steps.begin, end: PERCENTILES * steps.end };
  const cut = cutSeries(series, (name) => {
    if (OF_BUCKETS.has(name)) return buckets;
    return name === "percentiles" ? percentiles : steps;
  });
  return { ...cut, total: steps.end - steps.begin };
}
