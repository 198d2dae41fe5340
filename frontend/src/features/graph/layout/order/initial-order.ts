import type { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import type { Neighbours } from "./neighbours";
import { findSpectralOrder } from "./spectral-order";

/** Share of the budget that the spectral start may take. */
const SPECTRAL_SHARE = 0.15;

/** Starts for the ordering, the most promising first; each is made on demand. */
export function* startSequences(
  layered: LayeredGraph,
  neighbours: Neighbours,
  budget: WorkBudget,
): Generator<Int32Array> {
  const spectralSteps = SPECTRAL_SHARE * budget.remaining;
  yield depthFirstOrder(layered, true);
  const nearness = breadthFirstOrder(layered, true);
  const spectral = findSpectralOrder(neighbours, nearness, spectralSteps, budget);
  if (spectral) yield spectral;
  yield depthFirstOrder(layered, false);
  yield nearness;
  yield breadthFirstOrder(layered, false);
}

/** All vertices as a search over both sides meets them, by distance from the first or last rank. */
function breadthFirstOrder(layered: LayeredGraph, fromBelow: boolean): Int32Array {
  const { above, below, low, high } = layered;
  const seen = new Uint8Array(layered.vertexCount);
  const sequence = new Int32Array(layered.vertexCount);
  let tail = 0;
  const meet = (v: number): void => {
    if (seen[v]) return;
    seen[v] = 1;
    sequence[tail++] = v;
  };
  let head = 0;
  for (const root of byRank(layered, fromBelow)) {
    meet(root);
    for (; head < tail; head++) {
      const v = sequence[head];
      for (let i = above.start[v]; i < above.start[v + 1]; i++) meet(high[above.edges[i]]);
      for (let i = below.start[v]; i < below.start[v + 1]; i++) meet(low[below.edges[i]]);
    }
  }
  return sequence;
}

/**
 * All vertices in the order of a depth-first walk along segments, upwards from the lowest rank
 * or downwards from the highest: what hangs together starts side by side.
 */
export function depthFirstOrder(layered: LayeredGraph, upwards: boolean): Int32Array {
  const side = upwards ? layered.above : layered.below;
  const ends = upwards ? layered.high : layered.low;
  const seen = new Uint8Array(layered.vertexCount);
  const sequence = new Int32Array(layered.vertexCount);
  const stack: number[] = [];
  let length = 0;
  for (const root of byRank(layered, upwards)) {
    if (!seen[root]) stack.push(root);
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      if (seen[v]) continue;
      seen[v] = 1;
      sequence[length++] = v;
      for (let i = side.start[v + 1] - 1; i >= side.start[v]; i--) {
        const next = ends[side.edges[i]];
        if (!seen[next]) stack.push(next);
      }
    }
  }
  return sequence;
}

/** Vertices by rank, ascending or descending; within a rank by index. */
function byRank(layered: LayeredGraph, ascending: boolean): Int32Array {
  const start = new Int32Array(layered.rankCount + 1);
  const bucket = (v: number): number =>
    ascending ? layered.rank[v] : layered.rankCount - 1 - layered.rank[v];
  for (let v = 0; v < layered.vertexCount; v++) start[bucket(v) + 1]++;
  for (let r = 0; r < layered.rankCount; r++) start[r + 1] += start[r];
  const sorted = new Int32Array(layered.vertexCount);
  for (let v = 0; v < layered.vertexCount; v++) sorted[start[bucket(v)]++] = v;
  return sorted;
}
