/**
 * Ranks and order of a graph that a viewer has changed, near to those of the unchanged one.
 *
 * Nodes that were there keep their ranks, unless what is new pushes them up, and their order
 * from left to right; new nodes and all dummies find their places between them. The result
 * depends on the two graphs alone, so it is the same by whatever way the viewer came there.
 */
import { groupByEnd } from "../core/adjacency";
import { type Dag, FIRST, type FlatGraph, FREE, LAST } from "../core/flat-graph";
import { WorkBudget } from "../core/work-budget";
import { squeezeRanks } from "../rank/assign-ranks";
import { buildLayers, type LayeredGraph } from "../rank/layered-graph";
import { ChainInsertion } from "./chain-insertion";
import { findChains } from "./chains";
import { crossingWeights } from "./crossing-weights";
import { type LayerOrder, orderFromSequence } from "./layer-order";
import { neighboursOf } from "./neighbours";
import { fixedRanks, placePinned } from "./pinned-layers";
import { Sifting } from "./sifting";

/** Where the nodes of a graph stood before; NaN for one that was not there. */
export interface Standing {
  readonly rank: Float64Array;
  /** How far right, comparable between all ranks. */
  readonly x: Float64Array;
}

const STEPS_PER_VERTEX = 4_000;
const MAX_STEPS = 10_000_000;
const ROUNDS = 8;
const REACH = 60;

export function layerAsBefore(
  graph: FlatGraph,
  before: Standing,
): { dag: Dag; layered: LayeredGraph; order: LayerOrder } {
  const ranks = previousRanks(graph, before);
  const line = Int32Array.from(ranks.keys()).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const dag = orient(graph, line);
  const layered = buildLayers(graph, dag, pushUp(graph, dag, ranks, line));
  const order = orderFromSequence(layered, sequenceByX(graph, layered, before));
  placePinned(graph, layered, fixedRanks(graph, layered), order);
  improve(graph, layered, order, before);
  return { dag, layered, order };
}

/** Old ranks; above what feeds it for a new node, or below what it feeds. */
function previousRanks(graph: FlatGraph, before: Standing): Float64Array {
  const above = new Float64Array(graph.nodeCount).fill(Number.NEGATIVE_INFINITY);
  const below = new Float64Array(graph.nodeCount).fill(Number.POSITIVE_INFINITY);
  for (let e = 0; e < graph.source.length; e++) {
    const [from, to] = [graph.source[e], graph.target[e]];
    if (!Number.isNaN(before.rank[from])) above[to] = Math.max(above[to], before.rank[from] + 1);
    if (!Number.isNaN(before.rank[to])) below[from] = Math.min(below[from], before.rank[to] - 1);
  }
  return before.rank.map((rank, v) => {
    if (graph.pin[v] !== FREE) {
      return graph.pin[v] === FIRST ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    }
    if (!Number.isNaN(rank)) return rank;
    if (above[v] !== Number.NEGATIVE_INFINITY) return above[v];
    return below[v] === Number.POSITIVE_INFINITY ? 0 : below[v];
  });
}

/** Every edge runs from the earlier to the later of its ends in a line of all nodes. */
function orient(graph: FlatGraph, line: Int32Array): Dag {
  const place = new Int32Array(graph.nodeCount);
  line.forEach((v, i) => {
    place[v] = i;
  });
  const low = graph.source.slice();
  const high = graph.target.slice();
  const reversed = new Uint8Array(low.length);
  for (let e = 0; e < low.length; e++) {
    if (low[e] === high[e]) low[e] = high[e] = -1;
    else if (place[low[e]] > place[high[e]]) {
      reversed[e] = 1;
      [low[e], high[e]] = [high[e], low[e]];
    }
  }
  return { nodeCount: graph.nodeCount, low, high, reversed };
}

/** The lowest ranks not below those wanted on which every edge climbs. */
function pushUp(graph: FlatGraph, dag: Dag, ranks: Float64Array, line: Int32Array): Int32Array {
  const below = groupByEnd(dag.nodeCount, dag.high);
  const free = ranks.filter((rank) => Number.isFinite(rank));
  const lowest = free.reduce((least, rank) => Math.min(least, rank), 0);
  const rank = new Int32Array(dag.nodeCount);
  let top = 0;
  for (const v of line) {
    if (graph.pin[v] === FIRST || graph.pin[v] === LAST) continue;
    rank[v] = 1 + ranks[v] - lowest;
    for (let i = below.start[v]; i < below.start[v + 1]; i++) {
      rank[v] = Math.max(rank[v], rank[dag.low[below.edges[i]]] + 1);
    }
    top = Math.max(top, rank[v]);
  }
  for (const v of line) if (graph.pin[v] === LAST) rank[v] = top + 1;
  return squeezeRanks(rank);
}

/** All vertices from left to right: nodes by where they stood, others between their neighbours. */
function sequenceByX(graph: FlatGraph, layered: LayeredGraph, before: Standing): Int32Array {
  const x = new Float64Array(layered.vertexCount);
  const sum = new Float64Array(graph.nodeCount);
  const count = new Int32Array(graph.nodeCount);
  for (let e = 0; e < graph.source.length; e++) {
    for (const [v, other] of [
      [graph.source[e], graph.target[e]],
      [graph.target[e], graph.source[e]],
    ]) {
      if (Number.isNaN(before.x[other])) continue;
      sum[v] += before.x[other];
      count[v]++;
    }
  }
  for (let v = 0; v < graph.nodeCount; v++) {
    x[v] = Number.isNaN(before.x[v]) ? sum[v] / Math.max(1, count[v]) : before.x[v];
  }
  placeDummies(layered, x);
  return Int32Array.from(x.keys()).sort((a, b) => x[a] - x[b] || a - b);
}

/** Dummies stand on the straight line between the ends of their edge. */
function placeDummies({ chain, chainStart, low, high }: LayeredGraph, x: Float64Array): void {
  for (let e = 0; e + 1 < chainStart.length; e++) {
    const length = chainStart[e + 1] - chainStart[e];
    if (length < 2) continue;
    const from = x[low[chain[chainStart[e]]]];
    const to = x[high[chain[chainStart[e + 1] - 1]]];
    for (let i = 1; i < length; i++) {
      x[low[chain[chainStart[e] + i]]] = from + ((to - from) * i) / length;
    }
  }
}

/** Removes crossings by moving what was not there before. */
function improve(
  graph: FlatGraph,
  layered: LayeredGraph,
  order: LayerOrder,
  before: Standing,
): void {
  const isHeld = new Uint8Array(layered.vertexCount);
  before.x.forEach((x, v) => {
    isHeld[v] = Number(!Number.isNaN(x));
  });
  const neighbours = neighboursOf(layered, crossingWeights(graph, layered));
  const fixed = fixedRanks(graph, layered);
  const budget = new WorkBudget(Math.min(MAX_STEPS, STEPS_PER_VERTEX * layered.vertexCount));
  const chains = findChains(layered, neighbours, fixed, isHeld);
  const insertion = new ChainInsertion(layered, neighbours, chains, budget);
  const sifting = new Sifting(layered, neighbours, fixed, budget, isHeld);
  for (let round = 0; round < ROUNDS; round++) {
    if (insertion.improve(order, REACH) + sifting.improve(order, REACH) === 0) return;
  }
}
