/** How the runs of a card share its room: side by side, or all over each other. */
import type { Rect } from "../../../lib/geometry/geometry";

/** Room for the texts of the axes around a plot, in pixels. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const GAP = 10;
/** Plots look best about this much wider than high. */
const SHAPE = 1.7;

/** Rectangles for `count` facets in rows, as near to a good shape as the room allows. */
export function facetRects(count: number, width: number, height: number): Rect[] {
  const columns = bestColumns(count, width, height);
  const rows = Math.ceil(count / columns);
  const cellWidth = (width - GAP * (columns - 1)) / columns;
  const cellHeight = (height - GAP * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, at) => ({
    x: (at % columns) * (cellWidth + GAP),
    y: Math.floor(at / columns) * (cellHeight + GAP),
    width: Math.max(1, cellWidth),
    height: Math.max(1, cellHeight),
  }));
}

function bestColumns(count: number, width: number, height: number): number {
  let best = 1;
  let bestError = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const error = Math.abs(Math.log(width / columns / (height / rows) / SHAPE));
    if (error < bestError) [best, bestError] = [columns, error];
  }
  return best;
}

/** What is left of a rectangle within margins. */
export function insideOf(rect: Rect, { top, right, bottom, left }: Margins): Rect {
  return {
    x: rect.x + left,
    y: rect.y + top,
    width: Math.max(1, rect.width - left - right),
    height: Math.max(1, rect.height - top - bottom),
  };
}
