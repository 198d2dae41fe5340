/**
 * How a route is drawn between its points: straight where they are above or beside one another,
 * and an S-curve where they are not, whose ends point along the flow. The curve never leaves the
 * rectangle between its two points, so what holds for the corners of a route holds for the line on
 * the screen.
 */

/** Straight pieces that stand for one S-curve when it is hit, covered or measured. */
const PIECES = 8;

/** The place a fraction `t` along the curve from (x0, y0) to (x1, y1). */
export function pointOnCurve(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  t: number,
  horizontal = false,
): { x: number; y: number } {
  const across = t * t * (3 - 2 * t);
  const along = 1.5 * t * (1 - t) + t * t * t;
  const [x, y] = horizontal ? [along, across] : [across, along];
  return { x: x0 + (x1 - x0) * x, y: y0 + (y1 - y0) * y };
}

/** Calls `visit` with the straight pieces of the route through points `from` to `to` (exclusive). */
export function forEachPiece(
  points: Float64Array,
  from: number,
  to: number,
  visit: (x0: number, y0: number, x1: number, y1: number) => void,
  horizontal = false,
): void {
  for (let i = from; i + 1 < to; i++) {
    const x0 = points[2 * i];
    const y0 = points[2 * i + 1];
    const x1 = points[2 * i + 2];
    const y1 = points[2 * i + 3];
    const pieces = x0 === x1 || y0 === y1 ? 1 : PIECES;
    let last = { x: x0, y: y0 };
    for (let p = 1; p <= pieces; p++) {
      const next = pointOnCurve(x0, y0, x1, y1, p / pieces, horizontal);
      visit(last.x, last.y, next.x, next.y);
      last = next;
    }
  }
}
