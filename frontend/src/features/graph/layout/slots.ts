/**
 * Pass 7: slots.
 *
 * Before: an order and an x per vertex. After: each segment knows the x at which it leaves
 * either end. Around a closed box the slots are distinct and stand in the order of the other
 * ends, so that edges do not cross as they arrive; at an open scope they are its ports.
 * `thickness` is per segment.
 */
import type { Adjacency } from "./adjacency";
import type { LayerOrder } from "./layer-order";
import type { LayeredGraph } from "./layers";
import { SLOT_GAP, SLOT_INSET } from "./spacing";

export interface Slots {
  readonly atLow: Float64Array;
  readonly atHigh: Float64Array;
}

/** Per edge, how far right of the anchor its ends meet ports; NaN where there is no port. */
export interface PortOffsets {
  readonly atLow: Float64Array;
  readonly atHigh: Float64Array;
}

export function assignSlots(
  layered: LayeredGraph,
  order: LayerOrder,
  x: Float64Array,
  boxWidth: Float64Array,
  thickness: Float64Array,
  ports: PortOffsets,
): Slots {
  const atLow = Float64Array.from(layered.low, (v) => x[v]);
  const atHigh = Float64Array.from(layered.high, (v) => x[v]);
  for (let v = 0; v < layered.nodeCount; v++) {
    spread(v, layered.above, layered.high, atLow);
    spread(v, layered.below, layered.low, atHigh);
  }
  moveToPorts(layered, x, ports, { atLow, atHigh });
  return { atLow, atHigh };

  function spread(v: number, side: Adjacency, ends: Int32Array, slot: Float64Array): void {
    const segments = Array.from(side.edges.subarray(side.start[v], side.start[v + 1]));
    if (segments.length < 2) return;
    segments.sort((a, b) => order.place[ends[a]] - order.place[ends[b]] || a - b);
    const offset = new Float64Array(segments.length);
    for (let i = 1; i < segments.length; i++) {
      const lines = (thickness[segments[i - 1]] + thickness[segments[i]]) / 2;
      offset[i] = offset[i - 1] + lines + SLOT_GAP;
    }
    const wanted = offset[segments.length - 1];
    const room = Math.max(0, boxWidth[v] - 2 * SLOT_INSET);
    const shrink = Math.min(1, room / wanted);
    segments.forEach((segment, i) => {
      slot[segment] = x[v] + (offset[i] - wanted / 2) * shrink;
    });
  }
}

/** Per segment, the thickness of the thickest edge that runs through it. */
export function segmentThickness(layered: LayeredGraph, thickness: Float64Array): Float64Array {
  const most = new Float64Array(layered.low.length);
  for (let e = 0; e < thickness.length; e++) {
    for (let i = layered.chainStart[e]; i < layered.chainStart[e + 1]; i++) {
      const segment = layered.chain[i];
      most[segment] = Math.max(most[segment], thickness[e]);
    }
  }
  return most;
}

function moveToPorts(
  layered: LayeredGraph,
  x: Float64Array,
  ports: PortOffsets,
  slots: Slots,
): void {
  const { chain, chainStart } = layered;
  for (let e = 0; e + 1 < chainStart.length; e++) {
    if (chainStart[e] === chainStart[e + 1]) continue;
    const first = chain[chainStart[e]];
    const last = chain[chainStart[e + 1] - 1];
    const low = ports.atLow[e];
    const high = ports.atHigh[e];
    if (!Number.isNaN(low)) slots.atLow[first] = x[layered.low[first]] + low;
    if (!Number.isNaN(high)) slots.atHigh[last] = x[layered.high[last]] + high;
  }
}
