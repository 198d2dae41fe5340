/**
 * Pass 4: ordering.
 *
 * Before: a layered graph. After: a place on its rank for every vertex, with few crossings;
 * pinned nodes keep the sequence they were given.
 *
 * Several starts; from each, sweeps up and down put every vertex at the barycentre or the
 * median of its neighbours on the rank before (Sugiyama 1981; Eades and Wormald 1994), then
 * neighbours are transposed while that removes crossings (Gansner et al. 1993). Crossings are
 * counted exactly and the best order seen is kept. Sizes play no part.
 */
import { CrossingCounter } from "./crossings";
import { type FlatGraph, FREE } from "./flat-graph";
import { copyOrder, type LayerOrder, orderFromSequence } from "./layer-order";
import type { LayeredGraph } from "./layers";
import { sortByKey } from "./sort-by-key";
import { depthFirstSequence } from "./start-sequence";
import { Transposition } from "./transposition";

/** Work is bounded by segments visited, not by a clock, so that every machine agrees. */
const SEGMENT_VISITS = 400_000;
const MOST_SWEEPS = 24;
const FEWEST_SWEEPS = 4;
/** Sweeps without improvement after which a start is given up. */
const PATIENCE = 6;
/** Above this many segments one start and one final transposition have to do. */
const LARGE = 6_000;

export function orderLayers(graph: FlatGraph, layered: LayeredGraph): LayerOrder {
  const search = new OrderSearch(graph, layered);
  const isLarge = layered.low.length > LARGE;
  search.run(depthFirstSequence(layered, true), !isLarge);
  if (!isLarge) search.run(depthFirstSequence(layered, false), true);
  return search.finish();
}

class OrderSearch {
  private readonly counter: CrossingCounter;
  private readonly transposition: Transposition;
  private readonly fixed: Uint8Array;
  private readonly keys: Float64Array;
  private readonly movable: Int32Array;
  private readonly scratch: Int32Array;
  private readonly neighbours: Float64Array;
  private readonly sweeps: number;
  private best: LayerOrder | undefined;
  private fewest = Number.POSITIVE_INFINITY;

  constructor(
    private readonly graph: FlatGraph,
    private readonly layered: LayeredGraph,
  ) {
    this.fixed = fixedRanks(graph, layered);
    this.counter = new CrossingCounter(layered);
    this.transposition = new Transposition(layered, this.fixed);
    this.keys = new Float64Array(layered.vertexCount);
    this.movable = new Int32Array(layered.vertexCount);
    this.scratch = new Int32Array(layered.vertexCount);
    this.neighbours = new Float64Array(layered.low.length);
    const affordable = Math.floor(SEGMENT_VISITS / (layered.low.length + 1));
    this.sweeps = Math.min(MOST_SWEEPS, Math.max(FEWEST_SWEEPS, affordable));
  }

  /** Improves one start and remembers the best order on the way. */
  run(sequence: Int32Array, transposeEachTime: boolean): void {
    const order = orderFromSequence(this.layered, sequence);
    this.placePinned(order);
    this.judge(order);
    let idle = 0;
    for (let sweep = 0; sweep < this.sweeps && idle < PATIENCE && this.fewest > 0; sweep++) {
      this.sweep(order, sweep % 2 === 0, sweep % 4 >= 2);
      if (transposeEachTime) this.transposition.improve(order, 2);
      idle = this.judge(order) ? 0 : idle + 1;
    }
  }

  finish(): LayerOrder {
    const best = this.best ?? orderFromSequence(this.layered, new Int32Array(0));
    this.transposition.improve(best, this.layered.low.length > LARGE ? 2 : 12);
    return best;
  }

  private judge(order: LayerOrder): boolean {
    let crossings = 0;
    for (let r = 0; r + 1 < this.layered.rankCount && crossings < this.fewest; r++) {
      crossings += this.counter.between(order, r);
    }
    if (crossings >= this.fewest) return false;
    this.fewest = crossings;
    this.best = copyOrder(order);
    return true;
  }

  private sweep(order: LayerOrder, upwards: boolean, byMedian: boolean): void {
    const ranks = this.layered.rankCount;
    for (let i = 1; i < ranks; i++) {
      const r = upwards ? i : ranks - 1 - i;
      if (!this.fixed[r]) this.sortRank(order, r, upwards, byMedian);
    }
  }

  /** Sorts one rank by its neighbours; vertices without any on that side keep their place. */
  private sortRank(order: LayerOrder, r: number, upwards: boolean, byMedian: boolean): void {
    const from = order.layerStart[r];
    const to = order.layerStart[r + 1];
    let count = 0;
    for (let i = from; i < to; i++) {
      const v = order.vertices[i];
      const key = this.keyOf(order, v, upwards, byMedian);
      if (key < 0) continue;
      this.keys[v] = key;
      this.movable[count++] = v;
    }
    sortByKey(this.movable, count, this.keys, this.scratch);
    let next = 0;
    for (let i = from; i < to; i++) {
      if (this.keys[order.vertices[i]] >= 0) order.vertices[i] = this.movable[next++];
    }
    for (let i = from; i < to; i++) {
      order.place[order.vertices[i]] = i - from;
      this.keys[order.vertices[i]] = -1;
    }
  }

  /** The barycentre or median place of the neighbours on one side, -1 when there are none. */
  private keyOf(order: LayerOrder, v: number, upwards: boolean, byMedian: boolean): number {
    const { layered } = this;
    const side = upwards ? layered.below : layered.above;
    const ends = upwards ? layered.low : layered.high;
    const from = side.start[v];
    const degree = side.start[v + 1] - from;
    this.keys[v] = -1;
    if (degree === 0) return -1;
    if (byMedian && degree > 2) {
      const places = this.neighbours.subarray(0, degree);
      for (let i = 0; i < degree; i++) places[i] = order.place[ends[side.edges[from + i]]];
      places.sort();
      return (places[(degree - 1) >> 1] + places[degree >> 1]) / 2;
    }
    let sum = 0;
    for (let i = from; i < from + degree; i++) sum += order.place[ends[side.edges[i]]];
    return sum / degree;
  }

  private placePinned(order: LayerOrder): void {
    for (let r = 0; r < this.layered.rankCount; r++) {
      if (!this.fixed[r]) continue;
      const pinned = order.vertices.subarray(order.layerStart[r], order.layerStart[r + 1]);
      pinned.sort((a, b) => this.graph.pinPlace[a] - this.graph.pinPlace[b] || a - b);
      for (let i = 0; i < pinned.length; i++) order.place[pinned[i]] = i;
    }
  }
}

/** Per rank, 1 when pinned nodes stand on it. */
function fixedRanks(graph: FlatGraph, layered: LayeredGraph): Uint8Array {
  const fixed = new Uint8Array(layered.rankCount);
  for (let v = 0; v < graph.nodeCount; v++) if (graph.pin[v] !== FREE) fixed[layered.rank[v]] = 1;
  return fixed;
}
