import type { LayeredGraph } from "./layers";

/**
 * All vertices in the order of a depth-first walk along segments, upwards from the lowest rank
 * or downwards from the highest: what hangs together starts side by side.
 */
export function depthFirstSequence(layered: LayeredGraph, upwards: boolean): Int32Array {
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
