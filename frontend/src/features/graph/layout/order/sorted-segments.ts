import type { Adjacency } from "../core/adjacency";
import type { LayeredGraph } from "../rank/layered-graph";
import type { LayerOrder } from "./layer-order";

/** The segments on one side of every node (dummies have none here), from left to right. */
export function sortSegments(
  layered: LayeredGraph,
  { vertices }: LayerOrder,
  side: "above" | "below",
): Adjacency {
  const { nodeCount } = layered;
  const [own, other] =
    side === "above" ? [layered.above, layered.below] : [layered.below, layered.above];
  const nodes = side === "above" ? layered.low : layered.high;
  const start = own.start.subarray(0, nodeCount + 1);
  const next = start.slice(0, nodeCount);
  const edges = new Int32Array(own.edges.length);
  for (let p = 0; p < vertices.length; p++) {
    const v = vertices[p];
    for (let i = other.start[v]; i < other.start[v + 1]; i++) {
      const segment = other.edges[i];
      if (nodes[segment] < nodeCount) edges[next[nodes[segment]]++] = segment;
    }
  }
  return { start, edges };
}
