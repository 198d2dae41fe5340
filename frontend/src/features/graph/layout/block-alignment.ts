import type { LayerOrder } from "./layer-order";
import type { LayeredGraph } from "./layers";

/** Vertical blocks: all vertices with the same root share one x. */
export interface Blocks {
  readonly root: Int32Array;
}

/** One side of every vertex: its segments ordered by the place of their other end. */
interface SortedSide {
  readonly start: Int32Array;
  readonly segments: Int32Array;
}

/**
 * Aligns vertices with the medians of their neighbours.
 *
 * Where a segment crosses an inner one (both of whose ends are dummies) the inner one wins, so
 * that long edges stay straight.
 */
export class BlockAlignment {
  private readonly below: SortedSide;
  private readonly above: SortedSide;
  private readonly conflicts: Uint8Array;

  constructor(
    private readonly layered: LayeredGraph,
    private readonly order: LayerOrder,
  ) {
    this.below = sortSide(layered, order, true);
    this.above = sortSide(layered, order, false);
    this.conflicts = this.markConflicts();
  }

  /** Aligns rank by rank, upwards or downwards, from the left or (mirrored) from the right. */
  align(upwards: boolean, mirrored: boolean): Blocks {
    const { layered, order } = this;
    const root = Int32Array.from({ length: layered.vertexCount }, (_, v) => v);
    const aligned = new Uint8Array(layered.vertexCount);
    for (let step = 1; step < layered.rankCount; step++) {
      const r = upwards ? step : layered.rankCount - 1 - step;
      const from = order.layerStart[r];
      const to = order.layerStart[r + 1];
      let limit = -1;
      for (let i = 0; i < to - from; i++) {
        const v = order.vertices[mirrored ? to - 1 - i : from + i];
        limit = this.alignVertex(v, upwards, mirrored, limit, root, aligned);
      }
    }
    return { root };
  }

  /** Joins a vertex to a free median; returns how far the rank before is now taken. */
  private alignVertex(
    v: number,
    upwards: boolean,
    mirrored: boolean,
    limit: number,
    root: Int32Array,
    aligned: Uint8Array,
  ): number {
    const side = upwards ? this.below : this.above;
    const degree = side.start[v + 1] - side.start[v];
    if (degree === 0) return limit;
    const inner = this.findInner(side, v);
    const lower = inner >= 0 ? inner : (degree - 1) >> 1;
    const upper = inner >= 0 ? inner : degree >> 1;
    for (let turn = 0; turn < 2; turn++) {
      const median = (turn === 1) === mirrored ? lower : upper;
      const segment = side.segments[side.start[v] + median];
      const other = upwards ? this.layered.low[segment] : this.layered.high[segment];
      const place = this.placeFrom(other, mirrored);
      if (this.conflicts[segment] || place <= limit || aligned[other]) continue;
      root[v] = root[other];
      aligned[other] = 1;
      return place;
    }
    return limit;
  }

  /** Which of a dummy's segments runs on to another dummy, -1 for none: a trunk stays straight. */
  private findInner({ start, segments }: SortedSide, v: number): number {
    if (v < this.layered.nodeCount) return -1;
    for (let i = start[v]; i < start[v + 1]; i++)
      if (this.isInner(segments[i])) return i - start[v];
    return -1;
  }

  private placeFrom(v: number, mirrored: boolean): number {
    const { layerStart, place } = this.order;
    if (!mirrored) return place[v];
    const r = this.layered.rank[v];
    return layerStart[r + 1] - layerStart[r] - 1 - place[v];
  }

  private isInner(segment: number): boolean {
    const { low, high, nodeCount } = this.layered;
    return low[segment] >= nodeCount && high[segment] >= nodeCount;
  }

  /** Per segment, 1 when it crosses an inner segment and is not one itself. */
  private markConflicts(): Uint8Array {
    const conflicts = new Uint8Array(this.layered.low.length);
    for (let r = 1; r < this.layered.rankCount; r++) this.markRank(r, conflicts);
    return conflicts;
  }

  /** Reads rank `r` from the left; between two inner segments nothing may leave their corridor. */
  private markRank(r: number, conflicts: Uint8Array): void {
    const { order } = this;
    const from = order.layerStart[r];
    const to = order.layerStart[r + 1];
    let scanned = from;
    let leftWall = 0;
    for (let i = from; i < to; i++) {
      const wall = this.innerPlace(order.vertices[i]);
      const isLast = i === to - 1;
      if (wall < 0 && !isLast) continue;
      const rightWall = wall < 0 ? Number.POSITIVE_INFINITY : wall;
      for (; scanned <= i; scanned++) {
        this.markOutside(order.vertices[scanned], leftWall, rightWall, conflicts);
      }
      if (wall >= 0) leftWall = wall;
    }
  }

  /** The place below of the inner segment that reaches a vertex, or -1. */
  private innerPlace(v: number): number {
    const { start, segments } = this.below;
    for (let i = start[v]; i < start[v + 1]; i++) {
      if (this.isInner(segments[i])) return this.order.place[this.layered.low[segments[i]]];
    }
    return -1;
  }

  private markOutside(v: number, left: number, right: number, conflicts: Uint8Array): void {
    const { start, segments } = this.below;
    for (let i = start[v]; i < start[v + 1]; i++) {
      const place = this.order.place[this.layered.low[segments[i]]];
      if ((place < left || place > right) && !this.isInner(segments[i])) conflicts[segments[i]] = 1;
    }
  }
}

/** Segments by their upper (or lower) ends, each group ordered by the place of the other end. */
function sortSide(layered: LayeredGraph, order: LayerOrder, below: boolean): SortedSide {
  const start = below ? layered.below.start : layered.above.start;
  const along = below ? layered.above : layered.below;
  const ends = below ? layered.high : layered.low;
  const segments = new Int32Array(layered.low.length);
  const next = start.slice(0, layered.vertexCount);
  for (const v of order.vertices) {
    for (let i = along.start[v]; i < along.start[v + 1]; i++) {
      const segment = along.edges[i];
      segments[next[ends[segment]]++] = segment;
    }
  }
  return { start, segments };
}
