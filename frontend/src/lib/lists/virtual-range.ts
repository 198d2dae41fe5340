/**
 * Windowing: of a long column of rows, only those near the viewport are in the document.
 *
 * Rows are given by their edges, in pixels from the top of the column: row i spans from edges[i]
 * to edges[i + 1].
 */
import { lowerBound } from "../algorithms/binary-search";

export interface WindowRange {
  readonly first: number;
  /** One behind the last. */
  readonly end: number;
}

/** The edges of rows of the given heights. */
export function stackRows(heights: readonly number[]): Float64Array {
  const edges = new Float64Array(heights.length + 1);
  heights.forEach((height, row) => {
    edges[row + 1] = (edges[row] as number) + height;
  });
  return edges;
}

/** The rows that touch the viewport or lie within `margin` pixels of it. */
export function rowsNear(
  edges: Float64Array,
  top: number,
  height: number,
  margin: number,
): WindowRange {
  const rows = edges.length - 1;
  const after = lowerBound(edges.subarray(1), top - margin);
  const first = Math.min(after, rows);
  const end = Math.max(first, Math.min(rows, lowerBound(edges, top + height + margin)));
  return { first, end };
}

/** The same for rows of one height, without their edges. */
export function uniformRowsNear(
  rows: number,
  rowHeight: number,
  top: number,
  height: number,
  margin: number,
): WindowRange {
  const first = Math.floor((top - margin) / rowHeight);
  const end = Math.ceil((top + height + margin) / rowHeight);
  const clamp = (row: number) => Math.max(0, Math.min(rows, row));
  return { first: clamp(first), end: Math.max(clamp(first), clamp(end)) };
}
