import type { LayerOrder } from "./layer-order";
import type { LayeredGraph } from "./layers";
import type { Neighbours } from "./neighbours";

/**
 * Puts twins in the order of their numbers, which is the order in which they were sent.
 *
 * Twins are nodes joined to the same vertices, by as many lines: the stages of a network that
 * all feed its tower, say. They may change places without any line crossing another, so it is
 * for the reader to say which of them comes first.
 */
export function arrangeTwins(
  layered: LayeredGraph,
  neighbours: Neighbours,
  fixed: Uint8Array,
  order: LayerOrder,
): void {
  for (const twins of findTwins(layered, neighbours, fixed)) {
    const places = twins.map((v) => order.place[v]).sort((a, b) => a - b);
    const base = order.layerStart[layered.rank[twins[0]]];
    twins.forEach((v, i) => {
      order.place[v] = places[i];
      order.vertices[base + places[i]] = v;
    });
  }
}

/** Groups of at least two nodes, each ascending. */
function findTwins(
  layered: LayeredGraph,
  { upStart, up, downStart, down }: Neighbours,
  fixed: Uint8Array,
): number[][] {
  const groups = new Map<string, number[]>();
  for (let v = 0; v < layered.nodeCount; v++) {
    if (fixed[layered.rank[v]]) continue;
    const above = up.slice(upStart[v], upStart[v + 1]).sort();
    const below = down.slice(downStart[v], downStart[v + 1]).sort();
    const key = `${layered.rank[v]}:${above.join(" ")}:${below.join(" ")}`;
    const group = groups.get(key);
    if (group) group.push(v);
    else groups.set(key, [v]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
