/** The line of a route: pieces along the flow and across it, and room for an arrowhead at its end. */
import type { DrawingContext } from "../../../lib/canvas/drawing-context";

/** Points less than this apart, in world units, are one but for rounding. */
const SLIVER = 0.01;

/**
 * Adds a route to the path; its last piece ends short of its end by the given length. Points within
 * `slight` world units of the one before, either way, are left out.
 */
export function traceRoute(
  context: DrawingContext,
  points: Float64Array,
  shortenBy: number,
  isHorizontal: boolean,
  slight: number,
): void {
  const end = points.length - 2;
  const last = lastPieceStart(points);
  const addPiece = isHorizontal ? addLevelPiece : addVerticalPiece;
  context.moveTo(points[0], points[1]);
  let from = 0;
  for (let i = 2; i <= last; i += 2) {
    if (isSamePoint(points, from, i, slight)) continue;
    addPiece(context, points, from, i, 0);
    from = i;
  }
  addPiece(context, points, from, end, endDirection(points, isHorizontal) * shortenBy);
}

/** Whether a route arrives downwards or to the right (1), or upwards or to the left (-1). */
export function endDirection(points: Float64Array, isHorizontal: boolean): number {
  const end = points.length - (isHorizontal ? 2 : 1);
  for (let i = end - 2; i >= 0; i -= 2) {
    const run = points[end] - points[i];
    if (Math.abs(run) >= SLIVER) return Math.sign(run);
  }
  return isHorizontal ? 1 : -1;
}

/** Where the last piece begins: routes may have their end twice, for a piece without length. */
function lastPieceStart(points: Float64Array): number {
  const end = points.length - 2;
  let i = end - 2;
  while (i > 0 && isSamePoint(points, i, end, SLIVER)) i -= 2;
  return i;
}

function isSamePoint(points: Float64Array, a: number, b: number, slight: number): boolean {
  return (
    Math.abs(points[a] - points[b]) < slight && Math.abs(points[a + 1] - points[b + 1]) < slight
  );
}

type AddPiece = (
  context: DrawingContext,
  points: Float64Array,
  from: number,
  to: number,
  shortenBy: number,
) => void;

const addVerticalPiece: AddPiece = (context, points, from, to, shortenBy) => {
  const [x0, y0, x1, y1] = [points[from], points[from + 1], points[to], points[to + 1]];
  const middle = (y0 + y1) / 2;
  if (x0 === x1 || y0 === y1) context.lineTo(x1, y1 - shortenBy);
  else context.bezierCurveTo(x0, middle, x1, middle, x1, y1 - shortenBy);
};

/** The same where the flow runs from side to side, and the last piece is level. */
const addLevelPiece: AddPiece = (context, points, from, to, shortenBy) => {
  const [x0, y0, x1, y1] = [points[from], points[from + 1], points[to], points[to + 1]];
  const middle = (x0 + x1) / 2;
  if (x0 === x1 || y0 === y1) context.lineTo(x1 - shortenBy, y1);
  else context.bezierCurveTo(middle, y0, middle, y1, x1 - shortenBy, y1);
};
