/**
 * Pass 5: horizontal coordinates.
 *
 * Before: an order of every rank and the room each vertex needs to the left and right of its
 * anchor. After: an x per vertex such that neighbours on a rank keep their distance, long
 * edges run straight, and vertices stand near the middle of what they are joined to.
 *
 * Brandes and Köpf (2001): vertices are aligned with the medians of their neighbours into
 * vertical blocks, once for each of four directions; each of the four alignments is packed as
 * tightly as distances allow, and every vertex gets the mean of its two middle positions. That
 * keeps all distances, since each of the four does. Packing is a longest path over blocks,
 * which handles real widths and avoids the error corrected by Brandes, Walter and Zink (2020).
 */

import { groupByEnd } from "./adjacency";
import { BlockAlignment, type Blocks } from "./block-alignment";
import type { LayerOrder } from "./layer-order";
import type { LayeredGraph } from "./layers";

/** Room that each vertex needs beside its anchor, in world units. */
export interface Extents {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

export function assignX(layered: LayeredGraph, order: LayerOrder, extents: Extents): Float64Array {
  const alignment = new BlockAlignment(layered, order);
  const candidates: Float64Array[] = [];
  for (const upwards of [true, false]) {
    for (const mirrored of [false, true]) {
      const blocks = alignment.align(upwards, mirrored);
      candidates.push(compact(layered, order, extents, blocks, mirrored));
    }
  }
  return balance(candidates, extents);
}

/** Packs blocks to one side; `mirrored` packs to the right. */
function compact(
  layered: LayeredGraph,
  order: LayerOrder,
  extents: Extents,
  blocks: Blocks,
  mirrored: boolean,
): Float64Array {
  const constraints = neighbourConstraints(layered, order, extents, blocks, mirrored);
  const x = pack(layered.vertexCount, constraints);
  const sign = mirrored ? -1 : 1;
  return Float64Array.from(blocks.root, (root) => sign * x[root]);
}

interface Constraints {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly distance: Float64Array;
}

/** One constraint for each pair of neighbours on a rank, between their blocks. */
function neighbourConstraints(
  layered: LayeredGraph,
  order: LayerOrder,
  extents: Extents,
  blocks: Blocks,
  mirrored: boolean,
): Constraints {
  const most = layered.vertexCount;
  const before = new Int32Array(most).fill(-1);
  const after = new Int32Array(most).fill(-1);
  const distance = new Float64Array(most);
  for (let r = 0; r < layered.rankCount; r++) {
    for (let i = order.layerStart[r] + 1; i < order.layerStart[r + 1]; i++) {
      const left = order.vertices[i - 1];
      const right = order.vertices[i];
      before[i] = blocks.root[mirrored ? right : left];
      after[i] = blocks.root[mirrored ? left : right];
      distance[i] = extents.right[left] + extents.left[right];
    }
  }
  return { before, after, distance };
}

/** Longest paths from the left, then every block as far right as what follows allows. */
function pack(count: number, { before, after, distance }: Constraints): Float64Array {
  const out = groupByEnd(count, before);
  const waiting = new Int32Array(count);
  for (let c = 0; c < after.length; c++) if (after[c] >= 0) waiting[after[c]]++;
  const queue = new Int32Array(count);
  let tail = 0;
  for (let b = 0; b < count; b++) if (waiting[b] === 0) queue[tail++] = b;
  const x = new Float64Array(count);
  for (let head = 0; head < tail; head++) {
    const b = queue[head];
    for (let i = out.start[b]; i < out.start[b + 1]; i++) {
      const c = out.edges[i];
      x[after[c]] = Math.max(x[after[c]], x[b] + distance[c]);
      if (--waiting[after[c]] === 0) queue[tail++] = after[c];
    }
  }
  for (let head = tail - 1; head >= 0; head--) {
    const b = queue[head];
    let furthest = Number.POSITIVE_INFINITY;
    for (let i = out.start[b]; i < out.start[b + 1]; i++) {
      const c = out.edges[i];
      furthest = Math.min(furthest, x[after[c]] - distance[c]);
    }
    if (furthest !== Number.POSITIVE_INFINITY) x[b] = Math.max(x[b], furthest);
  }
  return x;
}

/** Shifts the four drawings onto the narrowest and takes the mean of the two middle values. */
function balance(candidates: Float64Array[], extents: Extents): Float64Array {
  const spans = candidates.map((x) => spanOf(x, extents));
  const narrowest = spans.reduce((a, b) => (b.right - b.left < a.right - a.left ? b : a));
  candidates.forEach((x, i) => {
    const isMirrored = i % 2 === 1;
    const by = isMirrored ? narrowest.right - spans[i].right : narrowest.left - spans[i].left;
    for (let v = 0; v < x.length; v++) x[v] += by;
  });
  const [a, b, c, d] = candidates;
  return a.map((_, v) => {
    const most = Math.max(a[v], b[v], c[v], d[v]);
    const least = Math.min(a[v], b[v], c[v], d[v]);
    return (a[v] + b[v] + c[v] + d[v] - most - least) / 2;
  });
}

/** Leftmost and rightmost point that a drawing needs. */
export function spanOf(x: Float64Array, extents: Extents): { left: number; right: number } {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < x.length; v++) {
    left = Math.min(left, x[v] - extents.left[v]);
    right = Math.max(right, x[v] + extents.right[v]);
  }
  return x.length === 0 ? { left: 0, right: 0 } : { left, right };
}
