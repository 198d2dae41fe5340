/**
 * Pass 11: routing.
 *
 * Before: bands and slots. After: every edge has a route from the border of its source to the
 * border of its target. Inside a band a route runs vertically, at the x of a dummy or straight
 * out of its own box; it moves sideways only in the gaps, where there are no boxes. So no edge
 * ever passes through a box. The number of points depends on the ranks alone, never on sizes,
 * so that a route can be followed from one drawing to the next; but routes over very many ranks,
 * and all routes of very large drawings, leave out the points between which they run straight on.
 */

import { AT_HIGH, AT_LOW, type PortLanes, type Slots } from "../coordinates/edge-slots";
import type { Bands } from "../coordinates/rank-bands";
import type { Dag } from "../core/flat-graph";
import type { Detour, Detours } from "../fold/wrap-layers";
import type { LayeredGraph } from "../rank/layered-graph";
import { LOOP_REACH, STEM } from "../spacing";
import type { Tracks } from "./orthogonal-tracks";

/** From this many ranks on a route leaves out what lies on straight stretches. */
const MANY_RANKS = 48;
/** In drawings whose edges run over more ranks than this together, every route does. */
const MANY_SEGMENTS = 20_000;

const NO_LANES: PortLanes = { end: new Uint8Array(0), offset: new Float64Array(0) };

/** Points of edge `e`: `points[2 * pointStart[e] .. 2 * pointStart[e + 1])`, x and y in turn. */
export interface Routes {
  readonly pointStart: Int32Array;
  readonly points: Float64Array;
}

/** Sizes and places of the boxes that routes start and end at; `y` is the middle of a box. */
export interface Boxes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  readonly height: Float64Array;
}

/** Everything that routes run between. */
export interface Course {
  readonly bands: Bands;
  readonly slots: Slots;
  readonly boxes: Boxes;
  readonly detours: Detours;
  readonly lanes: PortLanes | undefined;
  /** Per edge, 1 when it leaves its port in one stem with others. */
  readonly stems: Int32Array;
  /** Present when lines turn in right angles: where their level pieces lie. */
  readonly tracks: Tracks | undefined;
}

export function routeEdges(
  layered: LayeredGraph,
  dag: Dag,
  loops: Int32Array,
  course: Course,
): Routes {
  const routing = new Routing(layered, course, dag.low.length);
  const pointStart = new Int32Array(dag.low.length + 1);
  for (let e = 0; e < dag.low.length; e++) {
    const from = 2 * pointStart[e];
    if (dag.low[e] < 0) routing.addLoop(loops[e]);
    else routing.addChain(e);
    if (dag.reversed[e]) routing.reverseFrom(from);
    pointStart[e + 1] = routing.length / 2;
  }
  return { pointStart, points: routing.points.slice(0, routing.length) };
}

class Routing {
  /** As long as the routes can become; the first `length` numbers are used. */
  readonly points: Float64Array;
  length = 0;
  /** Routes with at least this many segments leave out what lies on straight stretches. */
  private readonly many: number;

  constructor(
    private readonly layered: LayeredGraph,
    private readonly course: Course,
    edges: number,
  ) {
    const segments = layered.chain.length;
    const perSegment = course.tracks ? 4 : 2;
    this.points = new Float64Array(
      2 * (perSegment * segments + 4 * edges + 4 * this.detoured(course.detours)),
    );
    this.many = segments > MANY_SEGMENTS ? 0 : MANY_RANKS;
  }

  addChain(e: number): void {
    const { chain, chainStart, low, high, rank } = this.layered;
    const { bands, boxes, detours, stems, tracks } = this.course;
    const [from, to] = [chainStart[e], chainStart[e + 1]];
    const isLong = to - from >= this.many;
    const start = low[chain[from]];
    const stem = stems[e] > 0 && !tracks ? STEM : 0;
    this.add(this.lowX(e, from), boxes.y[start] + boxes.height[start] / 2);
    for (let i = from; i < to; i++) {
      const segment = chain[i];
      const [lowX, highX] = [this.lowX(e, i), this.highX(e, i)];
      const detour = detours.get(segment);
      if (isLong && i > from && i + 1 < to && !detour && this.isStraight(i)) continue;
      this.add(lowX, bands.high[rank[low[segment]]] + (i === from ? stem : 0));
      if (detour) this.addDetour(lowX, highX, detour);
      else if (tracks) this.addLevel(segment, lowX, highX, tracks);
      this.add(highX, bands.low[rank[high[segment]]]);
    }
    const end = high[chain[to - 1]];
    this.add(this.highX(e, to - 1), boxes.y[end] - boxes.height[end] / 2);
  }

  /** Where edge `e` leaves the lower end of the segment at place `i` of all chains. */
  private lowX(e: number, i: number): number {
    return this.course.slots.atLow[this.layered.chain[i]] + this.laneAt(e, i);
  }

  private highX(e: number, i: number): number {
    return this.course.slots.atHigh[this.layered.chain[i]] + this.laneAt(e, i);
  }

  /** How far from the middle of a trunk an edge runs; its own segment begins there by itself. */
  private laneAt(e: number, i: number): number {
    const { chainStart } = this.layered;
    const { end, offset } = this.course.lanes ?? NO_LANES;
    if (end[e] === AT_LOW) return i + 1 < chainStart[e + 1] ? offset[e] : 0;
    return end[e] === AT_HIGH && i > chainStart[e] ? offset[e] : 0;
  }

  addLoop(v: number): void {
    const { x, y, width, height } = this.course.boxes;
    const border = x[v] + width[v] / 2;
    const reach = border + LOOP_REACH;
    const half = Math.min(6, height[v] / 4);
    this.add(border, y[v] + half);
    this.add(reach, y[v] + half);
    this.add(reach, y[v] - half);
    this.add(border, y[v] - half);
  }

  /** Turns the last route round, which begins at number `from`. */
  reverseFrom(from: number): void {
    const { points } = this;
    for (let a = from, b = this.length - 2; a < b; a += 2, b -= 2) {
      const [x, y] = [points[a], points[a + 1]];
      points[a] = points[b];
      points[a + 1] = points[b + 1];
      points[b] = x;
      points[b + 1] = y;
    }
  }

  private add(x: number, y: number): void {
    this.points[this.length++] = x;
    this.points[this.length++] = y;
  }

  /** Whether the segment at place `i` of its chain runs on straight from the one below to above. */
  private isStraight(i: number): boolean {
    const { chain } = this.layered;
    const { atLow, atHigh } = this.course.slots;
    const x = atLow[chain[i]];
    return atHigh[chain[i]] === x && atHigh[chain[i - 1]] === x && atLow[chain[i + 1]] === x;
  }

  /** How often routes take a detour. */
  private detoured(detours: Detours): number {
    if (detours.size === 0) return 0;
    return this.layered.chain.reduce((sum, segment) => sum + Number(detours.has(segment)), 0);
  }

  private addDetour(lowX: number, highX: number, { x, top, bottom }: Detour): void {
    this.add(lowX, top);
    this.add(x, top);
    this.add(x, bottom);
    this.add(highX, bottom);
  }

  /** The level piece of a right-angled segment, in the middle of its gap when there is room. */
  private addLevel(segment: number, lowX: number, highX: number, tracks: Tracks): void {
    const { track, count } = tracks;
    if (lowX === highX) return;
    const { rank, low, high } = this.layered;
    const { bands } = this.course;
    const from = bands.high[rank[low[segment]]];
    const to = bands.low[rank[high[segment]]];
    const y = from + ((to - from) * (track[segment] + 1)) / (count[rank[low[segment]]] + 1);
    this.add(lowX, y);
    this.add(highX, y);
  }
}
