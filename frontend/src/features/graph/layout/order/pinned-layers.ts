import { type FlatGraph, FREE } from "../core/flat-graph";
import type { LayeredGraph } from "../rank/layered-graph";
import type { LayerOrder } from "./layer-order";

/** Per rank, 1 when pinned nodes stand on it. */
export function fixedRanks(graph: FlatGraph, layered: LayeredGraph): Uint8Array {
  const fixed = new Uint8Array(layered.rankCount);
  for (let v = 0; v < graph.nodeCount; v++) if (graph.pin[v] !== FREE) fixed[layered.rank[v]] = 1;
  return fixed;
}

/** Puts pinned nodes in the sequence they were given. */
export function placePinned(
  graph: FlatGraph,
  layered: LayeredGraph,
  fixed: Uint8Array,
  order: LayerOrder,
): void {
  for (let r = 0; r < layered.rankCount; r++) {
    if (!fixed[r]) continue;
    const pinned = order.vertices.subarray(order.layerStart[r], order.layerStart[r + 1]);
    pinned.sort((a, b) => graph.pinPlace[a] - graph.pinPlace[b] || a - b);
    for (let i = 0; i < pinned.length; i++) order.place[pinned[i]] = i;
  }
}
