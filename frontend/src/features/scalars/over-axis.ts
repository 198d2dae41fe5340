/**
 * A whole answer over another axis, without asking the server: where every point is there and both
 * steps and time go forward, the points stand in the same order and only their places differ.
 */
import type { RawSeries, Scalars, ScalarsQuery } from "../../api/scalars";

type Axis = ScalarsQuery["axis"];

/** Seconds since the epoch; the server takes a wall time beyond for no date. */
const LATEST_DATE = 1e12;

/** What the server would say over `axis` of the whole series; null where only it can tell. */
export function overAxis(answer: Scalars, axis: Axis): Scalars | null {
  const series: RawSeries[] = [];
  for (const one of answer.series) {
    if (!one.raw || !goesForward(one)) return null;
    series.push({ ...one, x: axis === "relative" ? sinceFirst(one.wall_time) : null });
  }
  return { ...answer, x: axis, series };
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
