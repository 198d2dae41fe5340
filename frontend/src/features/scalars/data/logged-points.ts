/** The logged points at the selected step, of lines that are drawn as buckets. */
export interface LoggedPoint {
  readonly x: number;
  readonly value: number;
  /** Null where nothing is smoothed. */
  readonly smoothed: number | null;
}

/** By the key of a line. */
export type LoggedPoints = ReadonlyMap<string, LoggedPoint>;

export const NO_POINTS: LoggedPoints = new Map();

/** The step of the point nearest to a step; null where no point is known. */
export function nearestStep(points: LoggedPoints, step: number): number | null {
  let nearest: number | null = null;
  for (const { x } of points.values()) {
    if (nearest === null || Math.abs(x - step) < Math.abs(nearest - step)) nearest = x;
  }
  return nearest;
}
