/** A histogram as a curve over its values. */
import type { Buckets } from "../../../api/histograms";
import type { Rect } from "../../../lib/geometry/geometry";
import { depthOf, onGrid, type ValueRange } from "./density";

/** Pixels of a cell: in narrower ones, curves of few values are noise. */
const CELL_PX = 8;
const MIN_CELLS = 24;
const MAX_CELLS = 110;

export interface Curve {
  readonly counts: Float64Array;
  readonly largest: number;
}

interface Known {
  readonly range: ValueRange;
  readonly cells: number;
  readonly curve: Curve;
}

/** The curve that was made last of each histogram: most drawings are of what was drawn before. */
const known = new WeakMap<Buckets, Known>();

/** The counts on a grid that is even over a width in pixels, so that steps can be compared. */
export function curveOf(buckets: Buckets, range: ValueRange, width: number): Curve {
  const cells = Math.min(MAX_CELLS, Math.max(MIN_CELLS, Math.round(width / CELL_PX)));
  const last = known.get(buckets);
  const isSame = last?.range.low === range.low && last.range.high === range.high;
  if (last !== undefined && isSame && last.cells === cells) return last.curve;
  const counts = onGrid(buckets, range, cells);
  const curve = { counts, largest: counts.reduce((most, count) => Math.max(most, count), 0) };
  known.set(buckets, { range, cells, curve });
  return curve;
}

/**
 * The points of a curve that stands on a baseline, x and y in turn, from the first value to the
 * last; both ends are on the baseline.
 */
export function curvePoints(
  { counts }: Curve,
  { x, width }: Rect,
  baseline: number,
  height: number,
  largest: number,
  isLog: boolean,
): number[] {
  const cell = width / counts.length;
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  if (first < 0) return [];
  const points = [x + Math.max(0, first - 0.5) * cell, baseline];
  for (let at = first; at <= last; at++) {
    const y = baseline - height * depthOf(counts[at] ?? 0, largest, isLog);
    points.push(x + (at + 0.5) * cell, y);
  }
  points.push(x + Math.min(counts.length, last + 1.5) * cell, baseline);
  return points;
}
