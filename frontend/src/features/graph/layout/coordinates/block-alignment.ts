import type { LayerOrder } from "../order/layer-order";
import type { LayeredGraph } from "../rank/layered-graph";

/**
 * Vertical blocks of places. A place is counted over all ranks, from left to right and from the
 * lowest rank up, so that neighbours on a rank are neighbours in memory too.
 */
export interface Blocks {
  /** Per place, the place that stands for its block: all of a block share one x. */
  readonly root: Int32Array;
  /** Per place, the next one of its block in the direction from the root; -1 at its end. */
  readonly next: Int32Array;
}

/** One side of every place: the places it is joined to, from left to right. */
interface Side {
  readonly start: Int32Array;
  readonly ends: Int32Array;
  /** Per end, 1 when the segment crosses an inner one. */
  readonly conflicts: Uint8Array;
}

/**
 * Aligns vertices with the medians of their neighbours.
 *
 * Where a segment crosses an inner one (both of whose ends are dummies) the inner one wins, so
 * that long edges stay straight.
 */
export class BlockAlignment {
  private readonly isDummy: Uint8Array;
  private readonly below: Side;
  private readonly above: Side;
  private readonly root: Int32Array;
  private readonly next: Int32Array;

  constructor(
    layered: LayeredGraph,
    private readonly order: LayerOrder,
  ) {
    this.isDummy = new Uint8Array(layered.vertexCount);
    for (let p = 0; p < this.isDummy.length; p++) {
      this.isDummy[p] = Number(order.vertices[p] >= layered.nodeCount);
    }
    this.below = sidesBelow(layered, order);
    for (let r = 1; r < layered.rankCount; r++) this.markRank(r);
    this.above = turnRound(this.below);
    this.root = new Int32Array(layered.vertexCount);
    this.next = new Int32Array(layered.vertexCount);
  }

  /**
   * Aligns rank by rank, upwards or downwards, from the left or (mirrored) from the right. The
   * blocks are valid until the next call.
   */
  align(upwards: boolean, mirrored: boolean): Blocks {
    const { layerStart } = this.order;
    const { root, next } = this;
    const ranks = layerStart.length - 1;
    for (let p = 0; p < root.length; p++) root[p] = p;
    next.fill(-1);
    for (let step = 1; step < ranks; step++) {
      const r = upwards ? step : ranks - 1 - step;
      const [from, to] = [layerStart[r], layerStart[r + 1]];
      if (mirrored) this.alignFromRight(from, to, upwards ? this.below : this.above);
      else this.alignFromLeft(from, to, upwards ? this.below : this.above);
    }
    return { root, next };
  }

  /** Joins every place to a median of its neighbours that is free and right of those in use. */
  private alignFromLeft(from: number, to: number, side: Side): void {
    let limit = -1;
    for (let p = from; p < to; p++) {
      const degree = side.start[p + 1] - side.start[p];
      if (degree === 0) continue;
      const inner = this.findInner(side, p);
      const upper = inner >= 0 ? inner : side.start[p] + (degree >> 1);
      const lower = inner >= 0 ? inner : side.start[p] + ((degree - 1) >> 1);
      if (side.ends[lower] > limit && this.join(side, p, lower)) limit = side.ends[lower];
      else if (side.ends[upper] > limit && this.join(side, p, upper)) limit = side.ends[upper];
    }
  }

  private alignFromRight(from: number, to: number, side: Side): void {
    let limit = this.root.length;
    for (let p = to - 1; p >= from; p--) {
      const degree = side.start[p + 1] - side.start[p];
      if (degree === 0) continue;
      const inner = this.findInner(side, p);
      const upper = inner >= 0 ? inner : side.start[p] + (degree >> 1);
      const lower = inner >= 0 ? inner : side.start[p] + ((degree - 1) >> 1);
      if (side.ends[upper] < limit && this.join(side, p, upper)) limit = side.ends[upper];
      else if (side.ends[lower] < limit && this.join(side, p, lower)) limit = side.ends[lower];
    }
  }

  private join({ ends, conflicts }: Side, p: number, at: number): boolean {
    const other = ends[at];
    if (conflicts[at] || this.next[other] >= 0) return false;
    this.root[p] = this.root[other];
    this.next[other] = p;
    return true;
  }

  /** Which of a dummy's ends is another dummy, -1 for none: a trunk stays straight. */
  private findInner({ start, ends }: Side, p: number): number {
    if (!this.isDummy[p]) return -1;
    for (let i = start[p]; i < start[p + 1]; i++) if (this.isDummy[ends[i]]) return i;
    return -1;
  }

  /** Reads rank `r` from the left; between two inner segments nothing may leave their corridor. */
  private markRank(r: number): void {
    const { layerStart } = this.order;
    const to = layerStart[r + 1];
    let scanned = layerStart[r];
    let leftWall = 0;
    for (let p = scanned; p < to; p++) {
      const inner = this.findInner(this.below, p);
      if (inner < 0 && p < to - 1) continue;
      const rightWall = inner < 0 ? Number.POSITIVE_INFINITY : this.below.ends[inner];
      for (; scanned <= p; scanned++) this.markOutside(scanned, leftWall, rightWall);
      if (inner >= 0) leftWall = rightWall;
    }
  }

  private markOutside(p: number, left: number, right: number): void {
    const { start, ends, conflicts } = this.below;
    for (let i = start[p]; i < start[p + 1]; i++) {
      const isInner = this.isDummy[p] === 1 && this.isDummy[ends[i]] === 1;
      if ((ends[i] < left || ends[i] > right) && !isInner) conflicts[i] = 1;
    }
  }
}

/** Per place, the places it is joined to on the rank below. */
function sidesBelow(
  { vertexCount, below, above, high, rank }: LayeredGraph,
  order: LayerOrder,
): Side {
  const { layerStart, vertices, place } = order;
  const start = new Int32Array(vertexCount + 1);
  for (let p = 0; p < vertexCount; p++) {
    const v = vertices[p];
    start[p + 1] = start[p] + below.start[v + 1] - below.start[v];
  }
  const next = start.slice(0, vertexCount);
  const ends = new Int32Array(start[vertexCount]);
  for (let p = 0; p < vertexCount; p++) {
    const v = vertices[p];
    for (let i = above.start[v]; i < above.start[v + 1]; i++) {
      const upper = high[above.edges[i]];
      ends[next[layerStart[rank[upper]] + place[upper]]++] = p;
    }
  }
  return { start, ends, conflicts: new Uint8Array(ends.length) };
}

/** The same segments, from their other ends. */
function turnRound(side: Side): Side {
  const count = side.start.length - 1;
  const start = new Int32Array(count + 1);
  for (let i = 0; i < side.ends.length; i++) start[side.ends[i] + 1]++;
  for (let p = 0; p < count; p++) start[p + 1] += start[p];
  const next = start.slice(0, count);
  const ends = new Int32Array(side.ends.length);
  const conflicts = new Uint8Array(side.ends.length);
  for (let p = 0; p < count; p++) {
    for (let i = side.start[p]; i < side.start[p + 1]; i++) {
      const at = next[side.ends[i]]++;
      ends[at] = p;
      conflicts[at] = side.conflicts[i];
    }
  }
  return { start, ends, conflicts };
}
