/**
 * Pass 6: horizontal coordinates.
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

import type { Steps } from "../core/resumable";
import type { LayerOrder } from "../order/layer-order";
import type { LayeredGraph } from "../rank/layered-graph";
import { BlockAlignment, type Blocks } from "./block-alignment";

/** Room that each vertex needs beside its anchor, in world units. */
export interface Extents {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

export function* assignX(
  layered: LayeredGraph,
  order: LayerOrder,
  extents: Extents,
): Steps<Float64Array> {
  const alignment = new BlockAlignment(layered, order);
  const packing = new Packing(order, extents);
  const candidates: Float64Array[] = [];
  for (const upwards of [true, false]) {
    for (const mirrored of [false, true]) {
      candidates.push(packing.pack(alignment.align(upwards, mirrored), mirrored));
      yield;
    }
  }
  return balance(candidates, order, extents);
}

/** Packs blocks as tightly as distances allow; places are counted as in `Blocks`. */
class Packing {
  /** Per place, its distance from the one left of it; -1 where a rank begins. */
  private readonly distance: Float64Array;
  private readonly waiting: Int32Array;
  private readonly queue: Int32Array;

  constructor({ vertices, layerStart }: LayerOrder, { left, right }: Extents) {
    const count = vertices.length;
    this.distance = new Float64Array(count + 1);
    for (let p = 1; p < count; p++) this.distance[p] = right[vertices[p - 1]] + left[vertices[p]];
    for (let r = 0; r < layerStart.length; r++) this.distance[layerStart[r]] = -1;
    this.waiting = new Int32Array(count);
    this.queue = new Int32Array(count);
  }

  /** An x per place: packed to the left, or (mirrored) to the right. */
  pack({ root, next }: Blocks, mirrored: boolean): Float64Array {
    const { distance } = this;
    const x = new Float64Array(root.length);
    // The place after `p` in the direction of packing is `p + step`, at `distance[p + gap]`.
    const step = mirrored ? -1 : 1;
    const gap = mirrored ? 0 : 1;
    const tail = this.packTightly(root, next, step, gap, x);
    for (let head = tail - 1; head >= 0; head--) {
      const block = this.queue[head];
      let furthest = Number.POSITIVE_INFINITY;
      for (let p = block; p >= 0; p = next[p]) {
        if (distance[p + gap] < 0) continue;
        furthest = Math.min(furthest, x[root[p + step]] - distance[p + gap]);
      }
      if (furthest !== Number.POSITIVE_INFINITY) x[block] = Math.max(x[block], furthest);
    }
    for (let p = 0; p < x.length; p++) if (root[p] !== p) x[p] = step * x[root[p]];
    for (let p = 0; p < x.length; p++) if (root[p] === p) x[p] *= step;
    return x;
  }

  /** Longest paths over blocks, whose roots are queued on the way; returns how many there are. */
  private packTightly(
    root: Int32Array,
    next: Int32Array,
    step: number,
    gap: number,
    x: Float64Array,
  ): number {
    const { distance, waiting, queue } = this;
    const before = 1 - gap;
    waiting.fill(0);
    for (let p = 0; p < root.length; p++) if (distance[p + before] >= 0) waiting[root[p]]++;
    let tail = 0;
    for (let p = 0; p < root.length; p++) if (root[p] === p && waiting[p] === 0) queue[tail++] = p;
    for (let head = 0; head < tail; head++) {
      const block = queue[head];
      for (let p = block; p >= 0; p = next[p]) {
        if (distance[p + gap] < 0) continue;
        const after = root[p + step];
        x[after] = Math.max(x[after], x[block] + distance[p + gap]);
        if (--waiting[after] === 0) queue[tail++] = after;
      }
    }
    return tail;
  }
}

/**
 * Shifts the four drawings onto the narrowest and takes the mean of the two middle values; they
 * come by places, the result is by vertices.
 */
function balance(candidates: Float64Array[], order: LayerOrder, extents: Extents): Float64Array {
  const spans = candidates.map((x) => spanOfPlaces(x, order, extents));
  const narrowest = spans.reduce((a, b) => (b.right - b.left < a.right - a.left ? b : a));
  const shift = spans.map(({ left, right }, i) =>
    i % 2 === 1 ? narrowest.right - right : narrowest.left - left,
  );
  const balanced = new Float64Array(order.vertices.length);
  for (let p = 0; p < balanced.length; p++) {
    const a = candidates[0][p] + shift[0];
    const b = candidates[1][p] + shift[1];
    const c = candidates[2][p] + shift[2];
    const d = candidates[3][p] + shift[3];
    const most = Math.max(a, b, c, d);
    const least = Math.min(a, b, c, d);
    balanced[order.vertices[p]] = (a + b + c + d - most - least) / 2;
  }
  return balanced;
}

/** The span of a drawing by places: ranks begin on its left side and end on its right. */
function spanOfPlaces(
  x: Float64Array,
  { layerStart, vertices }: LayerOrder,
  extents: Extents,
): { left: number; right: number } {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let r = 0; r + 1 < layerStart.length; r++) {
    const [first, last] = [layerStart[r], layerStart[r + 1] - 1];
    if (last < first) continue;
    left = Math.min(left, x[first] - extents.left[vertices[first]]);
    right = Math.max(right, x[last] + extents.right[vertices[last]]);
  }
  return { left, right };
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
