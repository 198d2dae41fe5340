/**
 * Pass 9: slots.
 *
 * Before: an order and an x per vertex. After: each segment knows the x at which it leaves
 * either end. Around a closed box the slots are distinct and stand in the order of the other
 * ends, so that edges do not cross as they arrive, and as near to those ends as the box allows,
 * so that edges run upright where they can; at an open scope they are its ports. `thickness` is
 * per segment.
 */
import type { Adjacency } from "./adjacency";
import { isotonicMedians } from "./isotonic-medians";
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

/** Rounds in which both ends of a segment give way to one another. */
const ROUNDS = 2;
/** A single edge leaves its box no further from the middle than this. */
const MOST_OFF_MIDDLE = 18;
/** Where more segments leave than this, they are spread evenly. */
const MANY = 40;

export function assignSlots(
  layered: LayeredGraph,
  order: LayerOrder,
  x: Float64Array,
  boxWidth: Float64Array,
  thickness: Float64Array,
  ports: PortOffsets,
): Slots {
  const slots = {
    atLow: Float64Array.from(layered.low, (v) => x[v]),
    atHigh: Float64Array.from(layered.high, (v) => x[v]),
  };
  const isFixed = moveToPorts(layered, x, ports, slots);
  const sides = sortSides(layered, order);
  for (let round = 0; round < ROUNDS; round++) {
    for (let v = 0; v < layered.nodeCount; v++) {
      const box = { middle: x[v], width: boxWidth[v] };
      for (const side of sides) {
        const fixed = side.isLow ? isFixed.atLow : isFixed.atHigh;
        const all = side.segments[v];
        if (all.length === 0) continue;
        const segments = all.some((s) => fixed[s]) ? all.filter((s) => !fixed[s]) : all;
        if (segments.length === 0) continue;
        const own = side.isLow ? slots.atLow : slots.atHigh;
        const wanted = side.isLow ? slots.atHigh : slots.atLow;
        placeSlots(segments, own, wanted, box, thickness);
      }
    }
  }
  return slots;
}

/** Per node, the segments on one side of it from left to right. */
interface Side {
  readonly segments: readonly (readonly number[])[];
  /** Whether the node is at their lower ends. */
  readonly isLow: boolean;
}

function sortSides(layered: LayeredGraph, order: LayerOrder): Side[] {
  const sort = ({ start, edges }: Adjacency, ends: Int32Array): number[][] =>
    Array.from({ length: layered.nodeCount }, (_, v) => {
      const segments = Array.from(edges.subarray(start[v], start[v + 1]));
      return segments.sort((a, b) => order.place[ends[a]] - order.place[ends[b]] || a - b);
    });
  return [
    { segments: sort(layered.above, layered.high), isLow: true },
    { segments: sort(layered.below, layered.low), isLow: false },
  ];
}

/** Puts the segments of one side where their other ends are, as far as they find room. */
function placeSlots(
  segments: readonly number[],
  own: Float64Array,
  wanted: Float64Array,
  box: { readonly middle: number; readonly width: number },
  thickness: Float64Array,
): void {
  if (segments.length === 1) {
    placeSingle(segments[0], own, wanted, box);
    return;
  }
  const offset = new Float64Array(segments.length);
  for (let i = 1; i < segments.length; i++) {
    const lines = (thickness[segments[i - 1]] + thickness[segments[i]]) / 2;
    offset[i] = offset[i - 1] + lines + SLOT_GAP;
  }
  const total = offset[segments.length - 1];
  const room = Math.max(0, box.width - 2 * SLOT_INSET);
  if (total >= room || segments.length > MANY) {
    const shrink = total > 0 ? Math.min(1, room / total) : 0;
    segments.forEach((s, i) => {
      own[s] = box.middle + (offset[i] - total / 2) * shrink;
    });
    return;
  }
  const least = box.middle - room / 2;
  const most = box.middle + room / 2 - total;
  const fitted = isotonicMedians(segments.map((s, i) => wanted[s] - offset[i]));
  segments.forEach((s, i) => {
    own[s] = Math.min(most, Math.max(least, fitted[i])) + offset[i];
  });
}

/** A single segment runs upright if that takes it only a little off the middle. */
function placeSingle(
  segment: number,
  own: Float64Array,
  wanted: Float64Array,
  { middle, width }: { readonly middle: number; readonly width: number },
): void {
  const off = wanted[segment] - middle;
  const most = Math.min(MOST_OFF_MIDDLE, Math.max(0, width / 2 - SLOT_INSET));
  own[segment] = middle + (Math.abs(off) <= most ? off : 0);
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

/** Moves the ends at ports there; per segment, 1 at an end that has been moved. */
function moveToPorts(
  layered: LayeredGraph,
  x: Float64Array,
  ports: PortOffsets,
  slots: Slots,
): { atLow: Uint8Array; atHigh: Uint8Array } {
  const { chain, chainStart } = layered;
  const atLow = new Uint8Array(layered.low.length);
  const atHigh = new Uint8Array(layered.low.length);
  for (let e = 0; e + 1 < chainStart.length; e++) {
    if (chainStart[e] === chainStart[e + 1]) continue;
    const first = chain[chainStart[e]];
    const last = chain[chainStart[e + 1] - 1];
    if (!Number.isNaN(ports.atLow[e])) {
      slots.atLow[first] = x[layered.low[first]] + ports.atLow[e];
      atLow[first] = 1;
    }
    if (!Number.isNaN(ports.atHigh[e])) {
      slots.atHigh[last] = x[layered.high[last]] + ports.atHigh[e];
      atHigh[last] = 1;
    }
  }
  return { atLow, atHigh };
}
