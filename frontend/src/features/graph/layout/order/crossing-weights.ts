import { type FlatGraph, FREE } from "../core/flat-graph";
import type { LayeredGraph } from "../rank/layered-graph";

/** What the segments of a line between two nodes count, and of one that crosses the scope's border. */
const BETWEEN = 2;
const ACROSS = 1;
/** A trunk counts as the lines that run in it, up to this. */
const MOST = 4;

/**
 * Per segment, how much a crossing of it counts: that of two segments is the product.
 *
 * Where a scope has ports, crossings among its own lines count most. A trunk counts as its lines,
 * since each of them would cross. Without ports every crossing counts 1.
 */
export function crossingWeights(
  { pin }: FlatGraph,
  { low, high, chain, chainStart }: LayeredGraph,
): Int32Array {
  const weight = new Int32Array(low.length);
  if (pin.every((at) => at === FREE)) return weight.fill(1);
  for (let e = 0; e + 1 < chainStart.length; e++) {
    if (chainStart[e] === chainStart[e + 1]) continue;
    const from = low[chain[chainStart[e]]];
    const to = high[chain[chainStart[e + 1] - 1]];
    const own = pin[from] === FREE && pin[to] === FREE ? BETWEEN : ACROSS;
    for (let i = chainStart[e]; i < chainStart[e + 1]; i++) {
      weight[chain[i]] = Math.min(MOST, weight[chain[i]] + own);
    }
  }
  return weight;
}
