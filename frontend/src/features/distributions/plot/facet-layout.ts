/** How the runs of a card share its room: side by side, or all over each other. */
import type { Rect } from "../../../lib/geometry/geometry";

/** Room for the texts of the axes around a plot, in pixels. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const FACET_GAP = 10;
/** Plots look best about this much wider than high. */
const SHAPE = 1.7;
/** Below these sizes, in pixels, a plot is hard to read. */
const READABLE_WIDTH = 150;
const READABLE_HEIGHT = 160;
/** How much worse a layout is: by the logarithm of what is missing, and by the share of holes. */
const TOO_SMALL = 3;
const HOLES = 6;

/** Rectangles for `count` facets in rows, as near to a good shape as the room allows. */
export function facetRects(count: number, width: number, height: number): Rect[] {
  const columns = bestColumns(count, width, height);
  const rows = Math.ceil(count / columns);
  const cellWidth = (width - FACET_GAP * (columns - 1)) / columns;
  const cellHeight = (height - FACET_GAP * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, at) => ({
    x: (at % columns) * (cellWidth + FACET_GAP),
    y: Math.floor(at / columns) * (cellHeight + FACET_GAP),
    width: Math.max(1, cellWidth),
    height: Math.max(1, cellHeight),
  }));
}

function bestColumns(count: number, width: number, height: number): number {
  let best = 1;
  let bestError = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const [cellWidth, cellHeight] = [width / columns, height / rows];
    const error =
      Math.abs(Math.log(cellWidth / cellHeight / SHAPE)) +
      TOO_SMALL * Math.max(0, Math.log(READABLE_WIDTH / cellWidth)) +
      TOO_SMALL * Math.max(0, Math.log(READABLE_HEIGHT / cellHeight)) +
      HOLES * (1 - count / (rows * columns));
    if (error < bestError) [best, bestError] = [columns, error];
  }
  return best;
}

/** How many rows `count` facets stand in without a hole, each at least so many pixels wide. */
export function facetRows(count: number, width: number, leastWidth: number): number {
  const fitting = Math.max(1, Math.floor((width + FACET_GAP) / (leastWidth + FACET_GAP)));
  let rows = 1;
  while (rows < count && (count % rows !== 0 || count / rows > fitting)) rows += 1;
  return rows;
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
