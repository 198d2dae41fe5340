import type { LayeredGraph } from "../rank/layered-graph";
import type { LayerOrder } from "./layer-order";
import type { Neighbours } from "./neighbours";

/**
 * Orders interchangeable nodes by their indices, which is the order in which they were sent.
 *
 * Nodes are interchangeable if they are joined to the same vertices by as many edges: the layers
 * of a network that all feed its tower, say. They may swap without any edge crossing another, so
 * crossings cannot decide their order.
 */
export function arrangeInterchangeable(
  layered: LayeredGraph,
  neighbours: Neighbours,
  fixed: Uint8Array,
  order: LayerOrder,
): void {
  for (const group of findInterchangeable(layered, neighbours, fixed)) {
    const places = group.map((v) => order.place[v]).sort((a, b) => a - b);
    const base = order.layerStart[layered.rank[group[0]]];
    group.forEach((v, i) => {
      order.place[v] = places[i];
      order.vertices[base + places[i]] = v;
    });
  }
}

/** Groups of at least two nodes, each ascending. */
function findInterchangeable(
  layered: LayeredGraph,
  neighbours: Neighbours,
  fixed: Uint8Array,
): number[][] {
  const groups = new Map<number, number[]>();
  for (let v = 0; v < layered.nodeCount; v++) {
    if (fixed[layered.rank[v]]) continue;
    const hash = hashNeighbours(neighbours, v);
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [v]);
    else if (areInterchangeable(layered, neighbours, group[0], v)) group.push(v);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Equal for nodes with the same neighbours, whose sequence plays no part. */
function hashNeighbours({ upStart, up, downStart, down }: Neighbours, v: number): number {
  let hash = 0;
  for (let i = upStart[v]; i < upStart[v + 1]; i++) hash += Math.imul(up[i] + 1, 0x9e3779b1) >>> 4;
  for (let i = downStart[v]; i < downStart[v + 1]; i++) {
    hash += Math.imul(down[i] + 1, 0x85ebca6b) >>> 5;
  }
  return hash;
}

function areInterchangeable(
  layered: LayeredGraph,
  neighbours: Neighbours,
  a: number,
  b: number,
): boolean {
  const { upStart, up, downStart, down } = neighbours;
  return (
    layered.rank[a] === layered.rank[b] &&
    isSame(up.slice(upStart[a], upStart[a + 1]), up.slice(upStart[b], upStart[b + 1])) &&
    isSame(down.slice(downStart[a], downStart[a + 1]), down.slice(downStart[b], downStart[b + 1]))
  );
}

/** Whether two lists hold the same numbers, each as often; both are sorted by it. */
function isSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  a.sort();
  b.sort();
  return a.every((value, i) => value === b[i]);
}
