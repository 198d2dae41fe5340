/**
 * Smoothing of series.
 *
 * What all kinds have in common: values that are not finite pass through and count for nothing, a
 * constant series comes back as it is, and one of few values is not flattened.
 *
 * - `ema`: an exponential moving average, debiased as Adam's moments are (Kingma and Ba,
 *   arXiv:1412.6980, section 3): without the correction a curve starts at zero and climbs to its
 *   values. TensorBoard smooths the same way, so the same weight shows the same curve.
 * - `time`: the same, but a value fades with its distance along the x axis, in units of the series'
 *   median gap between points: after a long pause the past counts for little.
 * - `gauss`, `mean` and `median`: over a window around each value.
 */
import { lowerBound } from "./binary-search";

export type SmoothingKind = "ema" | "time" | "gauss" | "mean" | "median";

/**
 * How a series is smoothed: by a weight in [0, 1) for `ema` and `time`, where 0.99 looks back
 * about a hundred values; by a standard deviation in values for `gauss`; by a number of values
 * for `mean` and `median`. An amount of 0 changes nothing.
 */
export interface Smoothing {
  readonly kind: SmoothingKind;
  readonly amount: number;
}

/** The smoothed values, one per value; `x` is ascending. */
export function smooth(x: Float64Array, values: Float64Array, smoothing: Smoothing): Float64Array {
  if (isNothing(smoothing) || isConstant(values)) return values;
  if (areFinite(values)) return smoothFinite(x, values, smoothing);
  const known = Uint32Array.from(values.keys()).filter((at) => Number.isFinite(values[at]));
  if (known.length === 0) return values;
  const smoothed = smoothFinite(select(x, known), select(values, known), smoothing);
  const all = values.slice();
  known.forEach((at, rank) => {
    all[at] = smoothed[rank] as number;
  });
  return all;
}

interface Smoothed {
  readonly x: Float64Array;
  readonly smoothing: Smoothing;
  readonly values: Float64Array;
}

const lastOf = new WeakMap<Float64Array, Smoothed>();

/** The same, once for as long as nothing that counts has changed; columns never do. */
export function smoothOnce(
  x: Float64Array,
  values: Float64Array,
  smoothing: Smoothing,
): Float64Array {
  const last = lastOf.get(values);
  const isSame =
    last?.smoothing.kind === smoothing.kind &&
    last.smoothing.amount === smoothing.amount &&
    (last.x === x || smoothing.kind !== "time");
  if (isSame) return last.values;
  const smoothed = smooth(x, values, smoothing);
  lastOf.set(values, { x, smoothing, values: smoothed });
  return smoothed;
}

/** Whether a smoothing leaves every series as it is. */
export function isNothing({ kind, amount }: Smoothing): boolean {
  return kind === "mean" || kind === "median" ? amount <= 1 : amount <= 0;
}

// Plain loops here and below: `every` and `map` call a function for each of many values.
function isConstant(values: Float64Array): boolean {
  const first = values[0];
  for (const value of values) if (value !== first) return false;
  return true;
}

function areFinite(values: Float64Array): boolean {
  for (const value of values) if (!Number.isFinite(value)) return false;
  return true;
}

function select(column: Float64Array, which: Uint32Array): Float64Array {
  return Float64Array.from(which, (at) => column[at] as number);
}

function smoothFinite(
  x: Float64Array,
  values: Float64Array,
  { kind, amount }: Smoothing,
): Float64Array {
  switch (kind) {
    case "ema":
      return movingAverage(values, new Float64Array(values.length).fill(amount));
    case "time":
      return timeWeighted(x, values, amount);
    case "gauss":
      return gaussian(values, amount);
    case "mean":
      return centredMean(values, reachFor(values.length, (amount - 1) / 2));
    case "median":
      return centredMedian(values, reachFor(values.length, (amount - 1) / 2));
  }
}

/** A mean in which all that came before value `at` counts `fades[at]` of what it did until then. */
function movingAverage(values: Float64Array, fades: Float64Array): Float64Array {
  const averages = new Float64Array(values.length);
  let average = 0;
  let weight = 0;
  for (let at = 0; at < values.length; at += 1) {
    weight = weight * (fades[at] as number) + 1;
    average += ((values[at] as number) - average) / weight;
    averages[at] = average;
  }
  return averages;
}

function timeWeighted(x: Float64Array, values: Float64Array, weight: number): Float64Array {
  const gaps = x.map((to, at) => (at === 0 ? 0 : to - (x[at - 1] as number)));
  const positive = gaps.filter((gap) => gap > 0).sort();
  const median = positive[positive.length >> 1];
  // Where all stand at one place, there is no time between them.
  const fades = gaps.map((gap) => (median === undefined ? weight : weight ** (gap / median)));
  return movingAverage(values, fades);
}

/** A window reaches no farther to either side than this part of all values. */
const WIDEST = 1 / 4;

function reachFor(length: number, reach: number): number {
  return Math.min(Math.floor(reach), Math.floor((length - 1) * WIDEST));
}

/** Beyond this many standard deviations lies a thousandth of the weight. */
const DEVIATIONS = 3;

function gaussian(values: Float64Array, deviation: number): Float64Array {
  const reach = reachFor(values.length, Math.ceil(DEVIATIONS * deviation));
  const kernel = Float64Array.from({ length: reach + 1 }, (_, far) =>
    Math.exp(-(far * far) / (2 * deviation * deviation)),
  );
  return values.map((_, at) => {
    let sum = 0;
    let weights = 0;
    const end = Math.min(values.length - 1, at + reach);
    for (let near = Math.max(0, at - reach); near <= end; near += 1) {
      const weight = kernel[Math.abs(near - at)] as number;
      sum += weight * (values[near] as number);
      weights += weight;
    }
    return sum / weights;
  });
}

/** Summed anew for each value: a running sum would keep the rounding of a spike for good. */
function centredMean(values: Float64Array, reach: number): Float64Array {
  return values.map((_, at) => {
    const first = Math.max(0, at - reach);
    const end = Math.min(values.length, at + reach + 1);
    let sum = 0;
    for (let near = first; near < end; near += 1) sum += values[near] as number;
    return sum / (end - first);
  });
}

/** The window stays sorted: a value enters and one leaves at each step. */
function centredMedian(values: Float64Array, reach: number): Float64Array {
  const window = new Float64Array(2 * reach + 1);
  let size = 0;
  const enter = (value: number) => {
    const place = lowerBound(window.subarray(0, size), value);
    window.copyWithin(place + 1, place, size);
    window[place] = value;
    size += 1;
  };
  const leave = (value: number) => {
    const place = lowerBound(window.subarray(0, size), value);
    window.copyWithin(place, place + 1, size);
    size -= 1;
  };
  for (const value of values.subarray(0, reach)) enter(value);
  return values.map((_, at) => {
    if (at > reach) leave(values[at - reach - 1] as number);
    if (at + reach < values.length) enter(values[at + reach] as number);
    const middle = size >> 1;
    const upper = window[middle] as number;
    return size % 2 === 1 ? upper : ((window[middle - 1] as number) + upper) / 2;
  });
}
