import type { FlatGraph } from "../core/flat-graph";
import type { LayeredGraph } from "../rank/layered-graph";

/** What the only line between two nodes weighs; dot draws chains straight with the same number. */
const CHAIN = 8;
/** Edges that weigh less in ranks, such as control edges, weigh as much less here. */
const FULL = 1;

/**
 * Per edge, how much it matters that it runs straight.
 *
 * Lines of the main flow join few with few: a layer and the next. The many lines of a hub weigh
 * little even together, so that a node that all layers feed does not pull their chain out of line.
 */
export function flowWeights({ nodeCount, source, target, weight }: FlatGraph): Float64Array {
  const leaving = new Int32Array(nodeCount);
  const entering = new Int32Array(nodeCount);
  for (let e = 0; e < source.length; e++) {
    leaving[source[e]]++;
    entering[target[e]]++;
  }
  return weight.map((w, e) => {
    const many = Math.max(leaving[source[e]], entering[target[e]]);
    return (CHAIN * Math.min(FULL, w)) / (many * many);
  });
}

/** Per segment, the weight of the heaviest edge that runs through it. */
export function segmentMost(
  { low, chain, chainStart }: LayeredGraph,
  of: Float64Array,
): Float64Array {
  const most = new Float64Array(low.length);
  for (let e = 0; e < of.length; e++) {
    for (let i = chainStart[e]; i < chainStart[e + 1]; i++) {
      most[chain[i]] = Math.max(most[chain[i]], of[e]);
    }
  }
  return most;
}
