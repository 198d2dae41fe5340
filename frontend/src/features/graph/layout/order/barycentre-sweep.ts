import { sortByKey } from "../core/sort-by-key";
import type { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import type { LayerOrder } from "./layer-order";
import type { Neighbours } from "./neighbours";

/** Goes over all ranks and sorts each by where its neighbours on the rank before stand. */
export class Sweep {
  private readonly keys: Float64Array;
  private readonly movable: Int32Array;
  private readonly scratch: Int32Array;
  private readonly places: Int32Array;

  constructor(
    private readonly layered: LayeredGraph,
    private readonly neighbours: Neighbours,
    private readonly fixed: Uint8Array,
    private readonly budget: WorkBudget,
  ) {
    this.keys = new Float64Array(layered.vertexCount);
    this.movable = new Int32Array(layered.vertexCount);
    this.scratch = new Int32Array(layered.vertexCount);
    this.places = new Int32Array(layered.low.length);
  }

  /**
   * Sweeps once, from the lowest rank upwards or from the highest downwards. With `turnsTies`
   * vertices that want the same place change places.
   */
  run(order: LayerOrder, upwards: boolean, byMedian: boolean, turnsTies = false): void {
    const ranks = this.layered.rankCount;
    for (let i = 1; i < ranks; i++) {
      const r = upwards ? i : ranks - 1 - i;
      if (!this.fixed[r]) this.sortRank(order, r, upwards, byMedian, turnsTies);
    }
    this.budget.spend(8 * (this.layered.low.length + this.layered.vertexCount));
  }

  /** Sorts one rank by its neighbours; vertices without any on that side keep their place. */
  private sortRank(
    order: LayerOrder,
    r: number,
    upwards: boolean,
    byMedian: boolean,
    turnsTies: boolean,
  ): void {
    const from = order.layerStart[r];
    const to = order.layerStart[r + 1];
    let count = 0;
    for (let i = from; i < to; i++) {
      const v = order.vertices[i];
      const key = this.keyOf(order, v, upwards, byMedian);
      this.keys[v] = key;
      if (key >= 0) this.movable[count++] = v;
    }
    if (turnsTies) this.movable.subarray(0, count).reverse();
    sortByKey(this.movable, count, this.keys, this.scratch);
    let next = 0;
    for (let i = from; i < to; i++) {
      if (this.keys[order.vertices[i]] >= 0) order.vertices[i] = this.movable[next++];
      order.place[order.vertices[i]] = i - from;
    }
  }

  /** The barycentre or median place of the neighbours on one side, -1 when there are none. */
  private keyOf(order: LayerOrder, v: number, upwards: boolean, byMedian: boolean): number {
    const start = upwards ? this.neighbours.downStart : this.neighbours.upStart;
    const ends = upwards ? this.neighbours.down : this.neighbours.up;
    const from = start[v];
    const degree = start[v + 1] - from;
    if (degree === 0) return -1;
    if (byMedian && degree > 2) {
      const places = this.places.subarray(0, degree);
      for (let i = 0; i < degree; i++) places[i] = order.place[ends[from + i]];
      places.sort();
      return (places[(degree - 1) >> 1] + places[degree >> 1]) / 2;
    }
    let sum = 0;
    for (let i = from; i < from + degree; i++) sum += order.place[ends[i]];
    return sum / degree;
  }
}
