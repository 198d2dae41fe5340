import { ascending } from "../core/typed-arrays";
import type { LayerOrder } from "../order/layer-order";
import type { LayeredGraph } from "../rank/layered-graph";
import type { Extents } from "./brandes-koepf";

/** Which blocks have to keep their distance, from left to right. */
export interface Separations {
  /** How many blocks there are. */
  readonly count: number;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Whole numbers, rounded up. */
  readonly distance: Int32Array;
}

/** A segment between two blocks: its ends should have the same x, each with its offset. */
export interface Pulls {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** How far right of block `a` block `b` should stand. */
  readonly offset: Int32Array;
  readonly cost: Float64Array;
}

/**
 * Per vertex, its block: dummies that one long edge runs through, as far as no other long edge
 * crosses it. Blocks are numbered from 0; since no two of them cross, they can stand in a row.
 */
export function joinStraight(layered: LayeredGraph, order: LayerOrder): Int32Array {
  const root = ascending(layered.vertexCount);
  for (let r = 1; r < layered.rankCount; r++) {
    let last = -1;
    for (let i = order.layerStart[r]; i < order.layerStart[r + 1]; i++) {
      const v = order.vertices[i];
      const under = innerBelow(layered, v);
      if (under < 0 || order.place[under] <= last) continue;
      root[v] = root[under];
      last = order.place[under];
    }
  }
  return numberRoots(root);
}

/** The dummy below a dummy on the same long edge, -1 when there is none. */
function innerBelow({ nodeCount, below, low }: LayeredGraph, v: number): number {
  if (v < nodeCount) return -1;
  for (let i = below.start[v]; i < below.start[v + 1]; i++) {
    const under = low[below.edges[i]];
    if (under >= nodeCount) return under;
  }
  return -1;
}

function numberRoots(root: Int32Array): Int32Array {
  const number = new Int32Array(root.length).fill(-1);
  let count = 0;
  return root.map((v) => {
    if (number[v] < 0) number[v] = count++;
    return number[v];
  });
}

export function separationsOf(
  layered: LayeredGraph,
  order: LayerOrder,
  extents: Extents,
  block: Int32Array,
): Separations {
  const widest = new Map<number, number>();
  const count = block.reduce((most, b) => Math.max(most, b + 1), 0);
  for (let r = 0; r < layered.rankCount; r++) {
    for (let i = order.layerStart[r] + 1; i < order.layerStart[r + 1]; i++) {
      const [u, v] = [order.vertices[i - 1], order.vertices[i]];
      const pair = block[u] * count + block[v];
      const distance = Math.ceil(extents.right[u] + extents.left[v]);
      widest.set(pair, Math.max(widest.get(pair) ?? 0, distance));
    }
  }
  const pairs = [...widest.keys()];
  return {
    count,
    left: Int32Array.from(pairs, (pair) => Math.floor(pair / count)),
    right: Int32Array.from(pairs, (pair) => pair % count),
    distance: Int32Array.from(widest.values()),
  };
}
