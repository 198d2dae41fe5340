import type { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import type { LayerOrder } from "./layer-order";
import type { Neighbours } from "./neighbours";

/** Pairs of vertices with more pairs of neighbours than this are left alone: hubs cost too much. */
const MAX_PAIRS = 2_500;

/** Swaps neighbours on a rank as long as that removes crossings. */
export class Transposition {
  constructor(
    private readonly layered: LayeredGraph,
    private readonly neighbours: Neighbours,
    private readonly fixed: Uint8Array,
    private readonly budget: WorkBudget,
  ) {}

  /** Goes over all ranks until nothing improves, at most `rounds` times. */
  improve(order: LayerOrder, rounds: number): void {
    for (let round = 0; round < rounds; round++) {
      let swaps = 0;
      for (let r = 0; r < this.layered.rankCount; r++) {
        if (!this.fixed[r]) swaps += this.improveRank(order, r);
      }
      this.budget.spend(4 * (this.layered.low.length + this.layered.vertexCount));
      if (swaps === 0) return;
    }
  }

  private improveRank(order: LayerOrder, r: number): number {
    let swaps = 0;
    for (let i = order.layerStart[r]; i + 1 < order.layerStart[r + 1]; i++) {
      const left = order.vertices[i];
      const right = order.vertices[i + 1];
      if (this.gain(order.place, left, right) <= 0) continue;
      order.vertices[i] = right;
      order.vertices[i + 1] = left;
      order.place[right]--;
      order.place[left]++;
      swaps++;
    }
    return swaps;
  }

  /** Crossings that swapping two neighbours on a rank removes (negative: adds). */
  private gain(place: Int32Array, left: number, right: number): number {
    const { up, upStart, upWeight, down, downStart, downWeight } = this.neighbours;
    return (
      sideGain(place, left, right, down, downStart, downWeight) +
      sideGain(place, left, right, up, upStart, upWeight)
    );
  }
}

function sideGain(
  place: Int32Array,
  left: number,
  right: number,
  ends: Int32Array,
  start: Int32Array,
  weight: Int32Array,
): number {
  const leftEnd = start[left + 1];
  const rightEnd = start[right + 1];
  if ((leftEnd - start[left]) * (rightEnd - start[right]) > MAX_PAIRS) return 0;
  let gain = 0;
  for (let i = start[left]; i < leftEnd; i++) {
    const a = place[ends[i]];
    let sum = 0;
    for (let j = start[right]; j < rightEnd; j++) {
      const b = place[ends[j]];
      if (a > b) sum += weight[j];
      else if (a < b) sum -= weight[j];
    }
    gain += weight[i] * sum;
  }
  return gain;
}
