import type { LayeredGraph } from "../rank/layered-graph";

/** Who is joined to whom, vertex to vertex, and how much it counts to cross what is between. */
export interface Neighbours {
  /** On the rank above vertex `v`: `up[upStart[v] .. upStart[v + 1])`. */
  readonly upStart: Int32Array;
  readonly up: Int32Array;
  readonly upWeight: Int32Array;
  /** On the rank below it, likewise. */
  readonly downStart: Int32Array;
  readonly down: Int32Array;
  readonly downWeight: Int32Array;
}

/** `weight` is per segment; without it every crossing counts 1. */
export function neighboursOf(
  { above, below, low, high }: LayeredGraph,
  weight: Int32Array = new Int32Array(low.length).fill(1),
): Neighbours {
  return {
    upStart: above.start,
    up: above.edges.map((segment) => high[segment]),
    upWeight: above.edges.map((segment) => weight[segment]),
    downStart: below.start,
    down: below.edges.map((segment) => low[segment]),
    downWeight: below.edges.map((segment) => weight[segment]),
  };
}
