import type { LayeredGraph } from "../rank/layered-graph";
import type { Neighbours } from "./neighbours";

/**
 * Chains of vertices, rank by rank, each joined to at most one vertex above and one
 * below. They are the dummies of long edges, and branches of plain nodes between two joints.
 *
 * Chain `s` is `vertices[start[s] .. start[s + 1])`, upwards.
 */
export interface Chains {
  readonly start: Int32Array;
  readonly vertices: Int32Array;
}

/**
 * All chains, by their lowest vertices; vertices on ranks marked in `fixed` are in none, nor are
 * those marked in `isHeld`.
 */
export function findChains(
  layered: LayeredGraph,
  { upStart, up, downStart, down }: Neighbours,
  fixed: Uint8Array,
  isHeld?: Uint8Array,
): Chains {
  const isThin = (v: number): boolean =>
    fixed[layered.rank[v]] === 0 &&
    !isHeld?.[v] &&
    upStart[v + 1] - upStart[v] <= 1 &&
    downStart[v + 1] - downStart[v] <= 1;
  const vertices: number[] = [];
  const start = [0];
  for (let v = 0; v < layered.vertexCount; v++) {
    if (!isThin(v)) continue;
    const isFirst = downStart[v + 1] === downStart[v] || !isThin(down[downStart[v]]);
    if (!isFirst) continue;
    let at = v;
    vertices.push(at);
    while (upStart[at + 1] > upStart[at] && isThin(up[upStart[at]])) {
      at = up[upStart[at]];
      vertices.push(at);
    }
    start.push(vertices.length);
  }
  return { start: Int32Array.from(start), vertices: Int32Array.from(vertices) };
}
