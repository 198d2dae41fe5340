/**
 * A whole answer over another axis, without asking the server: where every point is there and both
 * steps and time go forward, the points stand in the same order and only their places differ.
 */
import type { RawSeries, Scalars, ScalarsQuery } from "../../../api/scalars";

type Axis = ScalarsQuery["axis"];

/** Seconds since the epoch; the server takes a wall time beyond for no date. */
const LATEST_DATE = 1e12;

/** What the server would say over `axis` of the whole series; null where only it can tell. */
export function overAxis(answer: Scalars, axis: Axis): Scalars | null {
  const series: RawSeries[] = [];
  for (const one of answer.series) {
    const times = one.raw ? timesOf(one) : null;
    if (!one.raw || times === null) return null;
    const placed = { ...one, x: axis === "relative" ? times : null };
    known.set(placed, times);
    series.push(placed);
  }
  return { ...answer, x: axis, series };
}

/** More points, some hundred runs, take a moment to draw anyway, and much room. */
const MAX_PREFETCHED = 100_000;

/** Works out ahead what `overAxis` is to know of an answer, unless that is very much. */
export function precomputeAxes({ series }: Scalars): void {
  const raw = series.filter((one) => one.raw);
  const points = raw.reduce((sum, { step }) => sum + step.length, 0);
  if (points <= MAX_PREFETCHED) for (const one of raw) timesOf(one);
}

const known = new WeakMap<RawSeries, Float64Array | null>();

/** Seconds since the first point; null where only the server can tell. Columns never change. */
function timesOf(series: RawSeries): Float64Array | null {
  const before = known.get(series);
  if (before !== undefined) return before;
  const times = goesForward(series) ? sinceFirst(series.wall_time) : null;
  known.set(series, times);
  return times;
}

/** Whether both columns rise or stay, all times are dates, and nothing depends on the axis. */
function goesForward({ step, wall_time, undated, restarts, hidden }: RawSeries): boolean {
  if (undated > 0 || restarts.length > 0 || hidden > 0) return false;
  if (step.length > 0 && !((wall_time[0] as number) > 0)) return false;
  if (step.length > 0 && !((wall_time[step.length - 1] as number) < LATEST_DATE)) return false;
  for (let at = 1; at < step.length; at++) {
    const isForward =
      (step[at] as number) >= (step[at - 1] as number) &&
      (wall_time[at] as number) >= (wall_time[at - 1] as number);
    if (!isForward) return false;
  }
  return true;
}

function sinceFirst(wallTime: Float64Array): Float64Array {
  const first = wallTime[0] ?? 0;
  const since = new Float64Array(wallTime.length);
  for (let at = 0; at < since.length; at++) since[at] = (wallTime[at] as number) - first;
  return since;
}
