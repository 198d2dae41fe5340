import type { Adjacency } from "./adjacency";
import type { LayerOrder } from "./layer-order";
import type { LayeredGraph } from "./layers";

/** Pairs of vertices with more pairs of neighbours than this are left alone: hubs cost too much. */
const MOST_PAIRS = 2_500;

/** Swaps neighbours on a rank as long as that removes crossings. */
export class Transposition {
  constructor(
    private readonly layered: LayeredGraph,
    private readonly fixed: Uint8Array,
  ) {}

  /** Goes over all ranks until nothing improves, at most `rounds` times. */
  improve(order: LayerOrder, rounds: number): void {
    for (let round = 0; round < rounds; round++) {
      let swaps = 0;
      for (let r = 0; r < this.layered.rankCount; r++) {
        if (!this.fixed[r]) swaps += this.improveRank(order, r);
      }
      if (swaps === 0) return;
    }
  }

  private improveRank(order: LayerOrder, r: number): number {
    let swaps = 0;
    for (let i = order.layerStart[r]; i + 1 < order.layerStart[r + 1]; i++) {
      const left = order.vertices[i];
      const right = order.vertices[i + 1];
      if (this.gain(order, left, right) <= 0) continue;
      order.vertices[i] = right;
      order.vertices[i + 1] = left;
      order.place[right]--;
      order.place[left]++;
      swaps++;
    }
    return swaps;
  }

  /** Crossings that swapping two neighbours on a rank removes (negative: adds). */
  private gain(order: LayerOrder, left: number, right: number): number {
    const { below, above, low, high } = this.layered;
    return (
      this.sideGain(order, left, right, below, low) + this.sideGain(order, left, right, above, high)
    );
  }

  private sideGain(
    order: LayerOrder,
    left: number,
    right: number,
    side: Adjacency,
    ends: Int32Array,
  ): number {
    const leftEnd = side.start[left + 1];
    const rightEnd = side.start[right + 1];
    const pairs = (leftEnd - side.start[left]) * (rightEnd - side.start[right]);
    if (pairs > MOST_PAIRS) return 0;
    let gain = 0;
    for (let i = side.start[left]; i < leftEnd; i++) {
      const a = order.place[ends[side.edges[i]]];
      for (let j = side.start[right]; j < rightEnd; j++) {
        gain += Math.sign(a - order.place[ends[side.edges[j]]]);
      }
    }
    return gain;
  }
}
