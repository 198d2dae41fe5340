/** Series as the server answers them, for tests: values equal steps where they do not matter. */
import type { BucketSeries, RawSeries } from "../../../api/scalars";

const NOTHING_ODD = { nan: 0, inf: 0, hidden: 0, undated: 0, restarts: [] };
const NOTHING_BEYOND = { before: 0, after: 0, smoothed: null };

export function rawSeries(steps: readonly number[], known: Partial<RawSeries> = {}): RawSeries {
  const step = Float64Array.from(steps);
  const columns = { x: null, step, wall_time: step, value: step };
  const head = { run: "a", total: steps.length, ...NOTHING_ODD, whole: true, ...NOTHING_BEYOND };
  return { ...head, raw: true, ...columns, ...known };
}

export function bucketSeries(
  centres: readonly number[],
  known: Partial<BucketSeries> = {},
): BucketSeries {
  const x = Float64Array.from(centres);
  const columns = { x, min: x, max: x, mean: x, first: x, last: x, count: x.map(() => 1) };
  const head = { run: "a", total: centres.length, ...NOTHING_ODD, whole: false, ...NOTHING_BEYOND };
  return { ...head, raw: false, ...columns, smoothedLast: null, odd: null, ...known };
}
