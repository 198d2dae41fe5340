/**
 * Pass 8: routing.
 *
 * Before: bands and slots. After: every edge has a route from the border of its source to the
 * border of its target. Inside a band a route runs upright, at the x of a dummy or straight
 * out of its own box; it moves sideways only in the gaps, where there are no boxes. So no edge
 * ever passes through a box. The number of points depends on the ranks alone, never on sizes,
 * so that a route can be followed from one drawing to the next; but routes over very many ranks
 * leave out the points between which they run straight on.
 */
import type { Bands } from "./bands";
import type { Dag } from "./flat-graph";
import type { LayeredGraph } from "./layers";
import type { Slots } from "./slots";
import { LOOP_REACH } from "./spacing";
import type { Tracks } from "./tracks";
import type { Detour, Detours } from "./wrap";

/** From this many ranks on a route leaves out what lies on straight stretches. */
const MANY_RANKS = 48;

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
  /** Present when lines turn in right angles: where their level pieces lie. */
  readonly tracks: Tracks | undefined;
}

export function routeEdges(
  layered: LayeredGraph,
  dag: Dag,
  loops: Int32Array,
  course: Course,
): Routes {
  const pointStart = new Int32Array(dag.low.length + 1);
  const points: number[] = [];
  for (let e = 0; e < dag.low.length; e++) {
    const from = points.length;
    if (dag.low[e] < 0) pushLoop(points, course.boxes, loops[e]);
    else pushChain(points, layered, e, course);
    if (dag.reversed[e]) reversePoints(points, from);
    pointStart[e + 1] = points.length / 2;
  }
  return { pointStart, points: Float64Array.from(points) };
}

function pushChain(points: number[], layered: LayeredGraph, e: number, course: Course): void {
  const { chain, chainStart, low, high, rank } = layered;
  const { bands, slots, boxes, detours } = course;
  const first = chain[chainStart[e]];
  const start = low[first];
  const isLong = chainStart[e + 1] - chainStart[e] >= MANY_RANKS;
  const isStraight = (i: number): boolean =>
    slots.atLow[chain[i]] === slots.atHigh[chain[i]] &&
    slots.atHigh[chain[i - 1]] === slots.atLow[chain[i]] &&
    slots.atLow[chain[i + 1]] === slots.atHigh[chain[i]];
  points.push(slots.atLow[first], boxes.y[start] + boxes.height[start] / 2);
  for (let i = chainStart[e]; i < chainStart[e + 1]; i++) {
    const segment = chain[i];
    if (
      isLong &&
      !detours.has(segment) &&
      i > chainStart[e] &&
      i + 1 < chainStart[e + 1] &&
      isStraight(i)
    )
      continue;
    points.push(slots.atLow[segment], bands.high[rank[low[segment]]]);
    const detour = detours.get(segment);
    if (detour) pushDetour(points, slots.atLow[segment], slots.atHigh[segment], detour);
    else if (course.tracks) pushLevel(points, layered, segment, course, course.tracks);
    points.push(slots.atHigh[segment], bands.low[rank[high[segment]]]);
  }
  const last = chain[chainStart[e + 1] - 1];
  const end = high[last];
  points.push(slots.atHigh[last], boxes.y[end] - boxes.height[end] / 2);
}

function pushDetour(points: number[], from: number, to: number, detour: Detour): void {
  const { x, top, bottom } = detour;
  points.push(from, top, x, top, x, bottom, to, bottom);
}

/** The level piece of a right-angled segment, in the middle of its gap when there is room. */
function pushLevel(
  points: number[],
  { rank, low, high }: LayeredGraph,
  segment: number,
  { bands, slots }: Course,
  { track, count }: Tracks,
): void {
  if (track[segment] < 0) return;
  const from = bands.high[rank[low[segment]]];
  const to = bands.low[rank[high[segment]]];
  const y = from + ((to - from) * (track[segment] + 1)) / (count[rank[low[segment]]] + 1);
  points.push(slots.atLow[segment], y, slots.atHigh[segment], y);
}

function pushLoop(points: number[], boxes: Boxes, v: number): void {
  const border = boxes.x[v] + boxes.width[v] / 2;
  const reach = border + LOOP_REACH;
  const half = Math.min(6, boxes.height[v] / 4);
  const top = boxes.y[v] + half;
  const bottom = boxes.y[v] - half;
  points.push(border, top, reach, top, reach, bottom, border, bottom);
}

function reversePoints(points: number[], from: number): void {
  for (let a = from, b = points.length - 2; a < b; a += 2, b -= 2) {
    [points[a], points[b]] = [points[b], points[a]];
    [points[a + 1], points[b + 1]] = [points[b + 1], points[a + 1]];
  }
}
