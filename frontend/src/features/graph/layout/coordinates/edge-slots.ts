/**
 * Pass 8: slots.
 *
 * Before: an order and an x per vertex. After: each segment knows the x at which it leaves
 * either end. Around a closed box the slots are distinct and stand in the order of the other
 * ends, so that edges do not cross as they arrive, and as near to those ends as the box allows,
 * so that edges run vertically where they can; at an open scope they are its ports. `thickness` is
 * per segment.
 */
import type { Adjacency } from "../core/adjacency";
import { pick } from "../core/typed-arrays";
import type { LayerOrder } from "../order/layer-order";
import { sortSegments } from "../order/sorted-segments";
import type { LayeredGraph } from "../rank/layered-graph";
import { SLOT_GAP, SLOT_INSET } from "../spacing";
import { fitIsotonicMedians } from "./isotonic-medians";

export interface Slots {
  readonly atLow: Float64Array;
  readonly atHigh: Float64Array;
}

/** Per edge, how far right of the anchor its ends meet ports; NaN where there is no port. */
export interface PortOffsets {
  readonly atLow: Float64Array;
  readonly atHigh: Float64Array;
}

/** Per edge, at which end it has a lane; the others have none. */
export const AT_LOW = 1;
export const AT_HIGH = 2;

export interface PortLanes {
  readonly end: Uint8Array;
  /** Per edge, how far right of its trunk's middle it runs. */
  readonly offset: Float64Array;
}

/** Rounds in which both ends of a segment give way to one another. */
const ROUNDS = 2;
/** A single edge leaves its box no further from the middle than this. */
const MAX_OFF_MIDDLE = 18;
/** Where more segments leave than this, they are spread evenly. */
const MANY = 40;

export function assignSlots(
  layered: LayeredGraph,
  order: LayerOrder,
  x: Float64Array,
  boxWidth: Float64Array,
  thickness: Float64Array,
  ports: PortOffsets,
  lanes: PortLanes | undefined,
): Slots {
  const slots = {
    atLow: pick(x, layered.low),
    atHigh: pick(x, layered.high),
  };
  const isFixed = moveToPorts(layered, x, ports, slots);
  if (lanes) moveToLanes(layered, lanes, slots, isFixed);
  const placement = new SlotPlacement(x, boxWidth, thickness);
  const above = {
    segments: sortSegments(layered, order, "above"),
    own: slots.atLow,
    desired: slots.atHigh,
    isFixed: isFixed.atLow,
  };
  const below = {
    segments: sortSegments(layered, order, "below"),
    own: slots.atHigh,
    desired: slots.atLow,
    isFixed: isFixed.atHigh,
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (let v = 0; v < layered.nodeCount; v++) {
      placement.place(v, above);
      placement.place(v, below);
    }
  }
  return slots;
}

/** The segments on one side of every node, from left to right. */
interface Side {
  readonly segments: Adjacency;
  /** Where segments leave their nodes, and where they would be vertical. */
  readonly own: Float64Array;
  readonly desired: Float64Array;
  /** Per segment, 1 when it ends at a port. */
  readonly isFixed: Uint8Array;
}

class SlotPlacement {
  /** The segments of one side that are not fixed, and how far right of the first each has to be. */
  private segments = new Int32Array(16);
  private offset = new Float64Array(16);
  private fitted = new Float64Array(16);

  constructor(
    private readonly x: Float64Array,
    private readonly boxWidth: Float64Array,
    private readonly thickness: Float64Array,
  ) {}

  place(v: number, side: Side): void {
    const count = this.collect(v, side);
    if (count === 0) return;
    if (count === 1) this.placeSingle(v, this.segments[0], side);
    else this.placeSeveral(v, count, side);
  }

  private collect(v: number, { segments: { start, edges }, isFixed }: Side): number {
    const degree = start[v + 1] - start[v];
    if (degree > this.segments.length) {
      this.segments = new Int32Array(2 * degree);
      this.offset = new Float64Array(2 * degree);
      this.fitted = new Float64Array(2 * degree);
    }
    let count = 0;
    for (let i = start[v]; i < start[v + 1]; i++) {
      if (!isFixed[edges[i]]) this.segments[count++] = edges[i];
    }
    return count;
  }

  /** Puts segments where their other ends are, as far as they find room. */
  private placeSeveral(v: number, count: number, { own, desired }: Side): void {
    const { segments, offset, fitted } = this;
    const middle = this.x[v];
    const room = Math.max(0, this.boxWidth[v] - 2 * SLOT_INSET);
    let total = this.spread(count, SLOT_GAP);
    if (total >= room || count > MANY) {
      // Lines draw nearer to one another first, and lie on one another only without any room between.
      const between = (room - this.spread(count, 0)) / (count - 1);
      total = this.spread(count, Math.min(SLOT_GAP, Math.max(0, between)));
      const shrink = total > 0 ? Math.min(1, room / total) : 0;
      for (let i = 0; i < count; i++) own[segments[i]] = middle + (offset[i] - total / 2) * shrink;
      return;
    }
    for (let i = 0; i < count; i++) fitted[i] = desired[segments[i]] - offset[i];
    fitIsotonicMedians(fitted, count);
    const least = middle - room / 2;
    const most = middle + room / 2 - total;
    for (let i = 0; i < count; i++) {
      own[segments[i]] = Math.min(most, Math.max(least, fitted[i])) + offset[i];
    }
  }

  /** Fills `offset` with slots, lines as far apart as `gap`; returns their extent. */
  private spread(count: number, gap: number): number {
    const { segments, offset, thickness } = this;
    offset[0] = 0;
    for (let i = 1; i < count; i++) {
      const lines = (thickness[segments[i - 1]] + thickness[segments[i]]) / 2;
      offset[i] = offset[i - 1] + lines + gap;
    }
    return offset[count - 1];
  }

  /** A single segment runs vertically if that takes it only a little off the middle. */
  private placeSingle(v: number, segment: number, { own, desired }: Side): void {
    const off = desired[segment] - this.x[v];
    const most = Math.min(MAX_OFF_MIDDLE, Math.max(0, this.boxWidth[v] / 2 - SLOT_INSET));
    own[segment] = this.x[v] + (Math.abs(off) <= most ? off : 0);
  }
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

/** Moves the ends at which edges leave the trunk of a port to their lanes. */
function moveToLanes(
  { chain, chainStart }: LayeredGraph,
  { end, offset }: PortLanes,
  slots: Slots,
  isFixed: { atLow: Uint8Array; atHigh: Uint8Array },
): void {
  for (let e = 0; e < end.length; e++) {
    const side = end[e] === AT_LOW ? "atLow" : "atHigh";
    if (end[e] !== AT_LOW && end[e] !== AT_HIGH) continue;
    const own = end[e] === AT_LOW ? chain[chainStart[e + 1] - 1] : chain[chainStart[e]];
    slots[side][own] += offset[e];
    isFixed[side][own] = 1;
  }
}
