import type { LayeredGraph } from "./layers";
import type { Neighbours } from "./neighbours";

/** A vertex of a folded rank by itself, or spokes: nodes joined to one common vertex only. */
export type FoldColumn =
  | { readonly kind: "one"; readonly vertex: number; readonly row: number }
  | {
      readonly kind: "spokes";
      readonly spokes: readonly number[];
      readonly hub: number;
      /** Whether the hub is on the rank below. */
      readonly isHubBelow: boolean;
    };

/**
 * The columns of a rank that is folded into `rows` rows, from left to right.
 *
 * Nodes that stand alone in their columns take the rows by turns; dummies begin in row 0.
 */
export function findColumns(
  layered: LayeredGraph,
  neighbours: Neighbours,
  vertices: Int32Array,
  rows: number,
): FoldColumn[] {
  const columns: FoldColumn[] = [];
  let turn = 0;
  const addOne = (vertex: number): void => {
    const row = vertex < layered.nodeCount ? turn++ % rows : 0;
    columns.push({ kind: "one", vertex, row });
  };
  for (let i = 0; i < vertices.length; ) {
    const hub = findHub(layered, neighbours, vertices[i]);
    let end = i + 1;
    while (hub && end < vertices.length && end - i < rows) {
      const next = findHub(layered, neighbours, vertices[end]);
      if (next?.vertex !== hub.vertex) break;
      end++;
    }
    if (hub && end - i > 1) {
      const spokes = Array.from(vertices.subarray(i, end));
      columns.push({ kind: "spokes", spokes, hub: hub.vertex, isHubBelow: hub.isBelow });
    } else addOne(vertices[i]);
    i = end;
  }
  return columns;
}

/** The only vertex that a node is joined to, if it is joined to one only. */
function findHub(
  { nodeCount }: LayeredGraph,
  { upStart, up, downStart, down }: Neighbours,
  v: number,
): { vertex: number; isBelow: boolean } | undefined {
  if (v >= nodeCount) return undefined;
  const above = upStart[v + 1] - upStart[v];
  const below = downStart[v + 1] - downStart[v];
  if (above + below !== 1) return undefined;
  return below === 1
    ? { vertex: down[downStart[v]], isBelow: true }
    : { vertex: up[upStart[v]], isBelow: false };
}
