/** Which line of a chart the pointer is on. */
import { nearestIndex, rowsWithin } from "../../lib/algorithms/binary-search";
import { endsOf } from "../axes/chart-axes";
import { type ChartAxes, type PlotArea, type Projection, projection } from "../axes/projection";
import { pointsAround } from "../draw/trace";
import type { ChartLine } from "../model/chart-line";

/** In pixels of the canvas, as the plot's area. */
export interface PixelPlace {
  readonly x: number;
  readonly y: number;
}

/** The distance to the straight line between two places; not finite where one of them is not. */
export function distanceToPart(at: PixelPlace, from: PixelPlace, to: PixelPlace): number {
  const [alongX, alongY] = [to.x - from.x, to.y - from.y];
  const square = alongX ** 2 + alongY ** 2;
  const along = ((at.x - from.x) * alongX + (at.y - from.y) * alongY) / square;
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, along));
  return Math.hypot(at.x - from.x - part * alongX, at.y - from.y - part * alongY);
}

/** How far a line is from a place, of the part of it that lies within `reach` along x. */
function distanceToLine(
  { x, y }: ChartLine,
  at: PixelPlace,
  to: Projection,
  range: readonly [number, number],
): number {
  const [first, end] = pointsAround(x, range);
  const placeOf = (row: number): PixelPlace => ({
    x: to.x(x[row] as number),
    y: to.y(y[row] as number),
  });
  let least = Number.POSITIVE_INFINITY;
  for (let row = first; row < end; row += 1) {
    const place = placeOf(row);
    const next = row + 1 < end ? placeOf(row + 1) : place;
    const far = distanceToPart(at, place, Number.isFinite(next.y) ? next : place);
    if (far < least) least = far;
  }
  return least;
}

/** The value of the x axis at a pixel of the canvas. */
export function valueAtPixel({ x: { scale, ends } }: ChartAxes, area: PlotArea, pixel: number) {
  return scale.value(ends[0] + ((pixel - area.left) / area.width) * (ends[1] - ends[0]));
}

/** The values of the x axis within some pixels of a place, inside the plot. */
function rangeAround(at: PixelPlace, reach: number, axes: ChartAxes, area: PlotArea) {
  const [low, high] = endsOf(axes.x);
  const valueAt = (pixel: number) => valueAtPixel(axes, area, pixel);
  return [Math.max(low, valueAt(at.x - reach)), Math.min(high, valueAt(at.x + reach))] as const;
}

/** The line nearest to a place, none where all are farther than `reach` pixels; the upper of two. */
export function nearestLine<L extends ChartLine>(
  lines: readonly L[],
  axes: ChartAxes,
  area: PlotArea,
  at: PixelPlace,
  reach: number,
): L | null {
  const range = rangeAround(at, reach, axes, area);
  const sides = { left: projection(axes, "left", area), right: projection(axes, "right", area) };
  let nearest: L | null = null;
  let least = reach;
  for (const line of lines) {
    const far = distanceToLine(line, at, sides[line.side], range);
    if (far < least || (nearest === null && far === least)) [nearest, least] = [line, far];
  }
  return nearest;
}

/** The place of a line's point in view that is next to an x; null where it has none there. */
export function pointNextTo(
  { x, y, side }: ChartLine,
  at: number,
  axes: ChartAxes,
  area: PlotArea,
): PixelPlace | null {
  const [first, end] = rowsWithin(x, endsOf(axes.x));
  if (first >= end) return null;
  const row = first + nearestIndex(x.subarray(first, end), at);
  const to = projection(axes, side, area);
  const place = { x: to.x(x[row] as number), y: to.y(y[row] as number) };
  return Number.isFinite(place.x) && Number.isFinite(place.y) ? place : null;
}
