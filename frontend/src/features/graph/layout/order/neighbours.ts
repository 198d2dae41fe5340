import type { LayeredGraph } from "../rank/layered-graph";

/** Who is joined to whom, vertex to vertex, without the segments between. */
export interface Neighbours {
  /** On the rank above vertex `v`: `up[upStart[v] .. upStart[v + 1])`. */
  readonly upStart: Int32Array;
  readonly up: Int32Array;
  /** On the rank below it, likewise. */
  readonly downStart: Int32Array;
  readonly down: Int32Array;
}

export function neighboursOf({ above, below, low, high }: LayeredGraph): Neighbours {
  return {
    upStart: above.start,
    up: above.edges.map((segment) => high[segment]),
    downStart: below.start,
    down: below.edges.map((segment) => low[segment]),
  };
}
