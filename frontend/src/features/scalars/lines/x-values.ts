/** Where the points or buckets of a series stand on the x axis. */
import type { ScalarSeries, XAxis } from "../../../api/scalars";

/** `start` is the wall time at which relative time starts; null: at the first point. */
export function positionsOf(series: ScalarSeries, axis: XAxis, start: number | null): Float64Array {
  if (!series.raw) return series.x;
  if (series.x !== null) return series.x;
  if (axis === "step") return series.step;
  if (axis === "wall_time") return series.wall_time;
  const origin = start ?? series.wall_time[0] ?? 0;
  return series.wall_time.map((time) => time - origin);
}
