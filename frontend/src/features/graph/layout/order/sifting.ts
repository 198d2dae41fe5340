/**
 * Sifting: a vertex is tried at all places near its own and put where it crosses least, counted
 * on both sides (Matuszewski, Schönfeld and Molitor 1999).
 *
 * Passing a neighbour on the rank changes the crossings by what only the two of them cause, so
 * one walk to the left and one to the right price all places.
 */

import type { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import { type LayerOrder, moveWithinRank } from "./layer-order";
import type { Neighbours } from "./neighbours";

/** Vertices with more neighbours than this on one side are compared by counting left of a place. */
const FEW = 1;

export class Sifting {
  /** Per place of the rank above (below), the weight of the vertex's neighbours left of it. */
  private readonly leftUp: Int32Array;
  private readonly leftDown: Int32Array;

  constructor(
    private readonly layered: LayeredGraph,
    private readonly neighbours: Neighbours,
    private readonly fixed: Uint8Array,
    private readonly budget: WorkBudget,
    /** Per vertex, 1 when only others may pass it; all may be moved when it is left out. */
    private readonly isHeld?: Uint8Array,
    /** What it costs besides crossings that the first stands left of the second. */
    private readonly bias?: (left: number, right: number) => number,
  ) {
    // The last number of either is the weight of all neighbours on that side.
    this.leftUp = new Int32Array(layered.vertexCount + 2);
    this.leftDown = new Int32Array(layered.vertexCount + 2);
  }

  /** Sifts every vertex once, at most `reach` places either way; returns what was gained. */
  improve(order: LayerOrder, reach: number): number {
    let gained = 0;
    for (let r = 0; r < this.layered.rankCount && !this.budget.isSpent; r++) {
      if (!this.fixed[r]) gained += this.improveRank(order, r, reach);
    }
    return gained;
  }

  private improveRank(order: LayerOrder, r: number, reach: number): number {
    const from = order.layerStart[r];
    const width = order.layerStart[r + 1] - from;
    if (width < 2) return 0;
    const vertices = order.vertices.slice(from, from + width);
    let gained = 0;
    for (let i = 0; i < width && !this.budget.isSpent; i++) {
      if (!this.isHeld?.[vertices[i]]) gained += this.sift(order, r, vertices[i], reach);
    }
    return gained;
  }

  /** Moves one vertex to its best place; returns what is gained by that. */
  private sift(order: LayerOrder, r: number, v: number, reach: number): number {
    const { place, vertices } = order;
    const base = order.layerStart[r];
    const here = place[v];
    const least = Math.max(0, here - reach);
    const most = Math.min(order.layerStart[r + 1] - base - 1, here + reach);
    this.prepare(order, v, r);
    let best = here;
    let lowest = 0;
    let change = 0;
    for (let p = here - 1; p >= least; p--) {
      change -= this.passing(place, vertices[base + p], v);
      if (change < lowest) {
        lowest = change;
        best = p;
      }
    }
    change = 0;
    for (let p = here + 1; p <= most; p++) {
      change += this.passing(place, vertices[base + p], v);
      if (change < lowest) {
        lowest = change;
        best = p;
      }
    }
    this.budget.spend(4 * (most - least + 2));
    if (best !== here) moveWithinRank(order, base, v, best);
    return -lowest;
  }

  /** Crossings that `u` and `v` cause with `u` on the left, less those with `v` on the left. */
  private passing(place: Int32Array, u: number, v: number): number {
    const { up, upStart, upWeight, down, downStart, downWeight } = this.neighbours;
    const crossings =
      this.sidePassing(place, u, v, up, upStart, upWeight, this.leftUp) +
      this.sidePassing(place, u, v, down, downStart, downWeight, this.leftDown);
    return this.bias === undefined ? crossings : crossings + this.bias(u, v);
  }

  private sidePassing(
    place: Int32Array,
    u: number,
    v: number,
    ends: Int32Array,
    start: Int32Array,
    weight: Int32Array,
    left: Int32Array,
  ): number {
    const vFrom = start[v];
    const degree = start[v + 1] - vFrom;
    if (degree === 0) return 0;
    let sum = 0;
    if (degree <= FEW) {
      const b = place[ends[vFrom]];
      for (let i = start[u]; i < start[u + 1]; i++) {
        const a = place[ends[i]];
        if (b < a) sum += weight[i];
        else if (b > a) sum -= weight[i];
      }
      return weight[vFrom] * sum;
    }
    const total = left[left.length - 1];
    for (let i = start[u]; i < start[u + 1]; i++) {
      const a = place[ends[i]];
      sum += weight[i] * (left[a] - (total - left[a + 1]));
    }
    return sum;
  }

  /** Sums the neighbours of a vertex left of every place, where that pays. */
  private prepare(order: LayerOrder, v: number, r: number): void {
    const { up, upStart, upWeight, down, downStart, downWeight } = this.neighbours;
    if (upStart[v + 1] - upStart[v] > FEW) {
      this.count(order, v, r + 1, up, upStart, upWeight, this.leftUp);
    }
    if (downStart[v + 1] - downStart[v] > FEW) {
      this.count(order, v, r - 1, down, downStart, downWeight, this.leftDown);
    }
  }

  private count(
    order: LayerOrder,
    v: number,
    rank: number,
    ends: Int32Array,
    start: Int32Array,
    weight: Int32Array,
    left: Int32Array,
  ): void {
    const width = order.layerStart[rank + 1] - order.layerStart[rank];
    left.fill(0, 0, width + 1);
    for (let i = start[v]; i < start[v + 1]; i++) left[order.place[ends[i]] + 1] += weight[i];
    for (let p = 0; p < width; p++) left[p + 1] += left[p];
    left[left.length - 1] = left[width];
    this.budget.spend(width);
  }
}
