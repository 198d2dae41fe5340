/**
 * Pass 7: straightening.
 *
 * Before: x of all vertices, feasible. After: x with the least total slant of all segments that
 * was found, and no neighbours nearer than they may be; where many are equally good, in the
 * middle of them.
 *
 * This is a network simplex problem of its own (Gansner et al. 1993): every segment has a node
 * to the left of both its ends, at a cost for its distance from either. The dummies of a long
 * edge are one variable as far as no other long edge crosses it, which makes the problem a few
 * times smaller and the edge straight. Brandes and Köpf's coordinates are where it starts from.
 */

import { ascending, pick, tabulate } from "../core/typed-arrays";
import type { LayerOrder } from "../order/layer-order";
import type { LayeredGraph } from "../rank/layered-graph";
import { shortenEdges } from "../rank/network-simplex";
import type { LengthEdges } from "../rank/tight-tree";
import type { Extents } from "./brandes-koepf";
import type { PortOffsets } from "./edge-slots";
import { segmentMost } from "./flow-weights";
import { joinStraight, type Pulls, type Separations, separationsOf } from "./straight-blocks";
import { settleTies } from "./tie-breaking";

/** Larger problems keep the coordinates they have; the time would be better spent elsewhere. */
const MAX_VARIABLES = 12_000;
const VISITS = 700_000;
/** What a slant costs between two nodes, a node and a dummy, and two dummies, times its weight. */
const COSTS = [1, 2, 8] as const;

/** `weight` tells per edge how much it matters that it runs straight. */
export function straighten(
  layered: LayeredGraph,
  order: LayerOrder,
  extents: Extents,
  ports: PortOffsets,
  weight: Float64Array,
  x: Float64Array,
): Float64Array {
  if (layered.nodeCount > MAX_VARIABLES) return x;
  const block = joinStraight(layered, order);
  const segments = slantedSegments(layered, block);
  const blocks = block.reduce((most, b) => Math.max(most, b + 1), 0);
  if (blocks + segments.length > MAX_VARIABLES) return x;
  const costs = segmentCosts(layered, weight);
  const pulls = pullsOf(layered, block, segments, ports, costs);
  const separations = separationsOf(layered, order, extents, block);
  const start = feasibleStart(separations, block, x);
  if (start === undefined) return x;
  const best = solve(separations, pulls, start);
  settleTies(separations, pulls, best);
  const found = tabulate(block.length, (v) => best[block[v]]);
  return cost(layered, ports, costs, found) < cost(layered, ports, costs, x) ? found : x;
}

function segmentCosts(layered: LayeredGraph, weight: Float64Array): Float64Array {
  const isDummy = (v: number): number => Number(v >= layered.nodeCount);
  return segmentMost(layered, weight).map((heaviest, s) => {
    return heaviest * COSTS[isDummy(layered.low[s]) + isDummy(layered.high[s])];
  });
}

/** What the slants of all segments cost. */
function cost(
  layered: LayeredGraph,
  ports: PortOffsets,
  costs: Float64Array,
  x: Float64Array,
): number {
  const offset = segmentOffsets(layered, ports);
  let sum = 0;
  for (let s = 0; s < layered.low.length; s++) {
    const slant = x[layered.high[s]] - x[layered.low[s]] - offset[s];
    sum += costs[s] * Math.abs(slant);
  }
  return sum;
}

/** Per segment, how far right of its lower end its upper end should be for it to be vertical. */
function segmentOffsets(layered: LayeredGraph, ports: PortOffsets): Float64Array {
  const offset = new Float64Array(layered.low.length);
  for (let e = 0; e + 1 < layered.chainStart.length; e++) {
    if (layered.chainStart[e] === layered.chainStart[e + 1]) continue;
    const first = layered.chain[layered.chainStart[e]];
    const last = layered.chain[layered.chainStart[e + 1] - 1];
    if (!Number.isNaN(ports.atLow[e])) offset[first] += ports.atLow[e];
    if (!Number.isNaN(ports.atHigh[e])) offset[last] -= ports.atHigh[e];
  }
  return offset;
}

/** Segments whose ends are in different blocks. */
function slantedSegments({ low, high }: LayeredGraph, block: Int32Array): Int32Array {
  return ascending(low.length).filter((s) => block[low[s]] !== block[high[s]]);
}

function pullsOf(
  layered: LayeredGraph,
  block: Int32Array,
  segments: Int32Array,
  ports: PortOffsets,
  costs: Float64Array,
): Pulls {
  const offsets = segmentOffsets(layered, ports);
  return {
    a: segments.map((s) => block[layered.low[s]]),
    b: segments.map((s) => block[layered.high[s]]),
    offset: segments.map((s) => Math.round(offsets[s])),
    cost: pick(costs, segments),
  };
}

/** Whole numbers near x that keep all separations; undefined when blocks stand round in a ring. */
function feasibleStart(
  { count, left, right, distance }: Separations,
  block: Int32Array,
  x: Float64Array,
): Int32Array | undefined {
  const start = new Int32Array(count).fill(-(2 ** 30));
  block.forEach((b, v) => {
    start[b] = Math.max(start[b], Math.round(x[v]));
  });
  const waiting = new Int32Array(count);
  for (const b of right) waiting[b]++;
  const next = new Map<number, number[]>();
  left.forEach((b, i) => {
    const list = next.get(b);
    if (list) list.push(i);
    else next.set(b, [i]);
  });
  const queue = Array.from(waiting.keys()).filter((b) => waiting[b] === 0);
  for (const b of queue) {
    for (const i of next.get(b) ?? []) {
      start[right[i]] = Math.max(start[right[i]], start[b] + distance[i]);
      if (--waiting[right[i]] === 0) queue.push(right[i]);
    }
  }
  return queue.length === count ? start : undefined;
}

function solve(separations: Separations, pulls: Pulls, start: Int32Array): Int32Array {
  const { count, left, right, distance } = separations;
  const n = pulls.a.length;
  const total = left.length + 2 * n;
  const edges: LengthEdges = {
    nodeCount: count + n,
    low: new Int32Array(total),
    high: new Int32Array(total),
    length: new Int32Array(total),
    weight: new Float64Array(total),
  };
  edges.low.set(left);
  edges.high.set(right);
  edges.length.set(distance);
  const x = new Int32Array(count + n);
  x.set(start);
  for (let i = 0; i < n; i++) {
    const at = left.length + 2 * i;
    edges.low.fill(count + i, at, at + 2);
    edges.high[at] = pulls.a[i];
    edges.high[at + 1] = pulls.b[i];
    edges.length[at + 1] = pulls.offset[i];
    edges.weight.fill(pulls.cost[i], at, at + 2);
    x[count + i] = Math.min(start[pulls.a[i]], start[pulls.b[i]] - pulls.offset[i]);
  }
  shortenEdges(edges, x, VISITS);
  return x.slice(0, count);
}
