/**
 * The columns of a rank that is folded into rows: a vertex by itself, or up to `rows` spokes,
 * which are nodes side by side that are joined to one and the same vertex and to nothing else.
 */

import type { Neighbours } from "../order/neighbours";
import type { LayeredGraph } from "../rank/layered-graph";

/** Per vertex given, the only vertex that it is joined to; -1 for dummies and all other nodes. */
export function findHubs(
  { nodeCount }: LayeredGraph,
  { upStart, up, downStart, down }: Neighbours,
  vertices: Int32Array,
): Int32Array {
  return vertices.map((v) => {
    const above = upStart[v + 1] - upStart[v];
    const below = downStart[v + 1] - downStart[v];
    if (v >= nodeCount || above + below !== 1) return -1;
    return below === 1 ? down[downStart[v]] : up[upStart[v]];
  });
}

/** Where the column ends (exclusive) that begins at index `from` of the vertices of `hubs`. */
export function columnEnd(hubs: Int32Array, from: number, rows: number): number {
  const hub = hubs[from];
  const most = hub < 0 ? from + 1 : Math.min(hubs.length, from + rows);
  let end = from + 1;
  while (end < most && hubs[end] === hub) end++;
  return end;
}
