/**
 * Exact crossing counts between two neighbouring ranks.
 *
 * Segments are read in the order of their lower ends; each crosses those read before it whose
 * upper end lies further right. A binary indexed tree (Fenwick 1994) over the upper places
 * sums their weights in logarithmic time (Barth, Jünger and Mutzel 2002).
 */

import type { LayeredGraph } from "../rank/layered-graph";
import type { LayerOrder } from "./layer-order";

/** All crossings of a layered drawing with the given order; each counts 1 without weights. */
export function countCrossings(
  layered: LayeredGraph,
  order: LayerOrder,
  weight: Int32Array = new Int32Array(layered.low.length).fill(1),
): number {
  const counter = new CrossingCounter(layered, weight);
  let crossings = 0;
  for (let r = 0; r + 1 < layered.rankCount; r++) crossings += counter.between(order, r);
  return crossings;
}

/** Counts gap by gap, and reuses its arrays from one count to the next. */
export class CrossingCounter {
  private readonly tree: Int32Array;
  private readonly next: Int32Array;
  private readonly upper: Int32Array;
  private readonly weights: Int32Array;

  /** `weight` is per segment: a crossing of two counts the product. */
  constructor(
    private readonly layered: LayeredGraph,
    private readonly weight: Int32Array,
  ) {
    this.tree = new Int32Array(layered.vertexCount + 1);
    this.next = new Int32Array(layered.vertexCount + 1);
    this.upper = new Int32Array(layered.low.length);
    this.weights = new Int32Array(layered.low.length);
  }

  /** Crossings of the segments from rank `r` to rank `r + 1`. */
  between(order: LayerOrder, r: number): number {
    const segments = this.sortByLowerThenUpper(order, r);
    const width = order.layerStart[r + 2] - order.layerStart[r + 1];
    this.tree.fill(0, 0, width + 1);
    let crossings = 0;
    let read = 0;
    for (let i = 0; i < segments; i++) {
      const place = this.upper[i];
      const weight = this.weights[i];
      crossings += weight * (read - this.sumUpTo(place));
      this.insert(place, width, weight);
      read += weight;
    }
    return crossings;
  }

  /** Fills `upper` and `weights`, ordered by lower place and then by upper. */
  private sortByLowerThenUpper(order: LayerOrder, r: number): number {
    const { layered, next } = this;
    const lower = order.layerStart[r];
    let total = 0;
    for (let i = lower; i < order.layerStart[r + 1]; i++) {
      const v = order.vertices[i];
      next[i - lower] = total;
      total += layered.above.start[v + 1] - layered.above.start[v];
    }
    for (let i = order.layerStart[r + 1]; i < order.layerStart[r + 2]; i++) {
      const v = order.vertices[i];
      for (let j = layered.below.start[v]; j < layered.below.start[v + 1]; j++) {
        const segment = layered.below.edges[j];
        const at = next[order.place[layered.low[segment]]]++;
        this.upper[at] = order.place[v];
        this.weights[at] = this.weight[segment];
      }
    }
    return total;
  }

  private sumUpTo(place: number): number {
    let sum = 0;
    for (let i = place + 1; i > 0; i -= i & -i) sum += this.tree[i];
    return sum;
  }

  private insert(place: number, width: number, weight: number): void {
    for (let i = place + 1; i <= width; i += i & -i) this.tree[i] += weight;
  }
}
