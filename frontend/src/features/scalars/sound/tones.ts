/** Lines as tones: a value is a pitch, its place on the x axis a moment. */
import type { Scale } from "../../../chart/axes/scale";
import type { Range } from "../../../chart/model/chart-line";
import { lowerBound } from "../../../lib/algorithms/binary-search";

/** Two octaves around the A of a tuning fork; hertz. */
const LOWEST_HZ = 220;
const OCTAVES = 2;

/** What is played: the ends of both axes, and how values are placed along them, as they are drawn. */
export interface PlayedAxes {
  readonly x: Range;
  /** The ends of the y axis sound lowest and highest. */
  readonly y: Range;
  readonly xScale: Scale;
  readonly yScale: Scale;
}

interface Line {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/**
 * The pitch of a line at moments at equal distances, in hertz; NaN where it has no value. Between
 * its points it is a straight line. What lies beyond the y axis sounds like its end.
 */
export function tonesOf({ x, y }: Line, axes: PlayedAxes, count: number): Float32Array {
  const tones = new Float32Array(count).fill(Number.NaN);
  const { xScale, yScale } = axes;
  const [from, to] = axes.x.map(xScale.place) as [number, number];
  const [low, high] = axes.y.map(yScale.place) as [number, number];
  for (let at = 0; at < count; at += 1) {
    const across = count === 1 ? from : from + ((to - from) * at) / (count - 1);
    const up = yScale.place(valueAt(x, y, xScale.value(across)));
    if (!Number.isFinite(up)) continue;
    const share = high > low ? Math.min(1, Math.max(0, (up - low) / (high - low))) : 0.5;
    tones[at] = LOWEST_HZ * 2 ** (OCTAVES * share);
  }
  return tones;
}

function valueAt(x: ArrayLike<number>, y: ArrayLike<number>, place: number): number {
  const after = lowerBound(x, place);
  if (x[after] === place) return y[after] ?? Number.NaN;
  if (after === 0 || after === x.length) return Number.NaN;
  const [left, right] = [x[after - 1] as number, x[after] as number];
  const share = (place - left) / (right - left);
  return (y[after - 1] as number) * (1 - share) + (y[after] as number) * share;
}
