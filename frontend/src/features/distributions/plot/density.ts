/** Histograms on an even grid of values, so that those of different steps can be compared. */
import type { Buckets, RunHistograms } from "../../../api/histograms";
import type { Tails } from "../options/tab-options";

/** A range of values. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/**
 * How many values lie in each of `cells` equal parts of a range. Within a bucket, values count as
 * evenly spread; what lies beyond the range is left out.
 */
export function onGrid(buckets: Buckets, range: ValueRange, cells: number): Float64Array {
  const counts = new Float64Array(cells);
  const perValue = cells / (range.high - range.low);
  buckets.count.forEach((count, at) => {
    const begin = ((buckets.left[at] ?? 0) - range.low) * perValue;
    const end = ((buckets.right[at] ?? 0) - range.low) * perValue;
    if (count > 0) spread(counts, count, begin, end);
  });
  return counts;
}

/** Adds values that lie evenly from one place of a grid to another; both may lie beyond it. */
function spread(counts: Float64Array, count: number, begin: number, end: number): void {
  const cells = counts.length;
  if (end < 0 || begin > cells || Number.isNaN(begin) || Number.isNaN(end)) return;
  const size = end - begin;
  if (!(size > 1e-9) || !Number.isFinite(size)) {
    add(counts, Math.min(cells - 1, Math.max(0, Math.floor(begin))), count);
    return;
  }
  const last = Math.min(cells - 1, Math.floor(end));
  for (let cell = Math.max(0, Math.floor(begin)); cell <= last; cell++) {
    const share = Math.min(cell + 1, end) - Math.max(cell, begin);
    add(counts, cell, (count * Math.max(0, share)) / size);
  }
}

function add(counts: Float64Array, cell: number, count: number): void {
  counts[cell] = (counts[cell] ?? 0) + count;
}

/** The columns of percentiles between which 87 % of the values lie. */
const LOW = 1;
const HIGH = 7;
const LAST = 8;
/** Beyond the middle of the values, on each side, as a share of its width. */
const BEYOND = 0.4;

/** Where the axis of all values is this much longer than that of most, these are flattened. */
const FLATTENING = 4;

/**
 * The values that all steps of all runs cover, or the middle 87 % of each with a little around it;
 * by itself the latter where it would be a small part of the former. A single value gets some room
 * on both sides.
 */
export function valueRange(series: readonly RunHistograms[], tails: Tails): ValueRange {
  const whole = endsOf(series, false);
  if (tails === "whole") return whole;
  const middle = endsOf(series, true);
  const [size, part] = [whole.high - whole.low, middle.high - middle.low];
  const isFlattened = size > FLATTENING * part && !isInOneBucket(series);
  return tails === "cut" || isFlattened ? middle : whole;
}

/**
 * Whether most values of all steps lie in one place, no wider than a bucket: that is no middle to
 * look at. Zeros of PyTorch lie between 0 and 1e-12.
 */
function isInOneBucket(series: readonly RunHistograms[]): boolean {
  let [low, high, width] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const step of series.flatMap(({ steps }) => steps)) {
    if (step.count.length === 0) continue;
    const [from, to] = [finite(step.percentiles[LOW], 0), finite(step.percentiles[HIGH], 0)];
    const bucket = bucketAt(step, from);
    const end = step.right[bucket] ?? from;
    if (to > Math.max(from, end)) return false;
    [low, high] = [Math.min(low, from), Math.max(high, to)];
    width = Math.max(width, end - (step.left[bucket] ?? end));
  }
  return high - low <= width;
}

function endsOf(series: readonly RunHistograms[], cutsTails: boolean): ValueRange {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { steps } of series) {
    for (const { percentiles, count } of steps) {
      if (count.length === 0) continue;
      low = Math.min(low, finite(percentiles[cutsTails ? LOW : 0], low));
      high = Math.max(high, finite(percentiles[cutsTails ? HIGH : LAST], high));
    }
  }
  if (!(low <= high)) return { low: -1, high: 1 };
  const size = high - low;
  if (size === 0) {
    const room = Math.max(Math.abs(low), 1) / 2;
    return { low: low - room, high: high + room };
  }
  const room = cutsTails ? size * BEYOND : size * 0.02;
  return { low: low - room, high: high + room };
}

function finite(value: number | undefined, instead: number): number {
  return value !== undefined && Number.isFinite(value) ? value : instead;
}

/** The bucket that holds a value; of two with a common edge the upper one. -1 where none does. */
export function bucketAt({ left, right, count }: Buckets, value: number): number {
  for (let at = count.length - 1; at >= 0; at--) {
    if (value >= (left[at] ?? 0) && value <= (right[at] ?? 0)) return at;
  }
  return -1;
}

/** How tall or deep a count is drawn, as a part of the largest: 0 to 1. */
export function depthOf(count: number, largest: number, isLog: boolean): number {
  if (!(count > 0 && largest > 0)) return 0;
  return isLog ? Math.log1p(count) / Math.log1p(largest) : count / largest;
}
