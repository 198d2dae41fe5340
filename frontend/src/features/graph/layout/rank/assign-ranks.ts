/**
 * Pass 2: ranks.
 *
 * Before: a `Dag`. After: integers from 0 such that every edge climbs at least one rank, no
 * rank is empty, `FIRST` nodes stand alone on rank 0 and `LAST` nodes alone on the last one.
 *
 * Longest path gives the smallest number of ranks but leaves long edges behind; each node is
 * moved, within the ranks its neighbours allow, to where its weighted edges are shortest, and
 * network simplex then makes the sum of all weighted lengths as small as it can be. The rounds
 * before it cost little and leave it little to do.
 */
import { type Adjacency, groupByEnd, groupByEnds } from "../core/adjacency";
import { type Dag, FIRST, type FlatGraph, FREE, LAST } from "../core/flat-graph";
import { ascending, tabulateIntegers } from "../core/typed-arrays";
import { shortenEdges } from "./network-simplex";
import type { LengthEdges } from "./tight-tree";

/** Rounds of tightening; measured on the real graphs, later ones change next to nothing. */
const ROUNDS = 6;
/** Node and edge visits allowed to network simplex: about 20 ms, enough for most scopes to end. */
const SIMPLEX_VISITS = 2_000_000;
/** Nodes that are tried on other ranks: at most so many, with at least so many edges. */
const MAX_JOINTS = 4;
const MIN_DEGREE = 4;

export function assignRanks(graph: FlatGraph, dag: Dag): Int32Array {
  const above = groupByEnd(dag.nodeCount, dag.low);
  const below = groupByEnd(dag.nodeCount, dag.high);
  const order = topologicalOrder(dag, above);
  const rank = longestPath(graph, dag, order, below);
  tighten(new Tightening(graph, dag, above, below, rank), order);
  shortenWithPorts(graph, dag, rank);
  return squeezeRanks(rank);
}

/**
 * Other ranks of the same total length: nodes that are pulled up as much as down moved all the
 * way up, or down. Which of them can be drawn with the fewest crossings only ordering tells.
 */
export function equallyShortRanks(graph: FlatGraph, dag: Dag, rank: Int32Array): Int32Array[] {
  const above = groupByEnd(dag.nodeCount, dag.low);
  const below = groupByEnd(dag.nodeCount, dag.high);
  const order = topologicalOrder(dag, above);
  return (["up", "down"] as const).flatMap((ties) => {
    const moved = rank.slice();
    const tightening = new Tightening(graph, dag, above, below, moved);
    let moves = 0;
    for (const v of ties === "up" ? order.slice().reverse() : order) {
      moves += tightening.move(v, ties);
    }
    return moves > 0 ? [squeezeRanks(moved)] : [];
  });
}

/**
 * Ranks in which one of the nodes that most edges meet at stands a rank higher or lower. Edges are
 * longer then, but where two nodes are fed by the same many, fewer may cross.
 */
export function nearbyRanks(graph: FlatGraph, dag: Dag, rank: Int32Array): Int32Array[] {
  const incident = groupByEnds(dag.nodeCount, dag.low, dag.high);
  const degree = (v: number): number => incident.start[v + 1] - incident.start[v];
  const joints = ascending(dag.nodeCount)
    .filter((v) => graph.pin[v] === FREE && degree(v) >= MIN_DEGREE)
    .sort((a, b) => degree(b) - degree(a) || a - b)
    .subarray(0, MAX_JOINTS);
  const moved = Array.from(joints).flatMap((v) => [movedBy(rank, v, 1), movedBy(rank, v, -1)]);
  return moved.filter((ranks) => isFeasible(graph, dag, ranks)).map(squeezeRanks);
}

function movedBy(rank: Int32Array, v: number, by: number): Int32Array {
  const moved = rank.slice();
  moved[v] += by;
  return moved;
}

/** Whether all edges climb, and free nodes stand between the ports. */
function isFeasible(graph: FlatGraph, dag: Dag, rank: Int32Array): boolean {
  const first = graph.pin.indexOf(FIRST);
  const last = graph.pin.indexOf(LAST);
  const climbs = dag.low.every((low, e) => low < 0 || rank[low] < rank[dag.high[e]]);
  const isBetween = (r: number, v: number): boolean =>
    graph.pin[v] !== FREE || ((first < 0 || r > rank[first]) && (last < 0 || r < rank[last]));
  return climbs && rank.every(isBetween);
}

/** The lengths of all edges in ranks, weighted. */
export function totalLength({ weight }: FlatGraph, { low, high }: Dag, rank: Int32Array): number {
  return low.reduce((sum, v, e) => sum + (v < 0 ? 0 : weight[e] * (rank[high[e]] - rank[v])), 0);
}

function tighten(tightening: Tightening, order: Int32Array): void {
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0;
    for (let i = order.length - 1; i >= 0; i--) moved += tightening.move(order[i], "up");
    for (let i = 0; i < order.length; i++) moved += tightening.move(order[i], "stay");
    if (moved === 0) break;
  }
}

/** Shortens all edges; the ports of either side are one node that cannot be passed. */
function shortenWithPorts(graph: FlatGraph, dag: Dag, rank: Int32Array): void {
  const n = dag.nodeCount;
  const stands = new Int32Array(n + 2);
  stands.set(rank);
  const hasFirst = graph.pin.includes(FIRST);
  const hasLast = graph.pin.includes(LAST);
  const places = tabulateIntegers(n, (v) =>
    graph.pin[v] === FREE ? v : graph.pin[v] === FIRST ? n : n + 1,
  );
  stands[n] = 0;
  stands[n + 1] = rank.reduce((most, r) => Math.max(most, r), 0);
  const edges = rankEdges(graph, dag, places, hasFirst, hasLast);
  const used = compactNodes(edges, stands);
  shortenEdges(used.edges, used.rank, SIMPLEX_VISITS);
  for (let v = 0; v < n; v++) {
    const at = used.indexOf[places[v]];
    if (at >= 0) rank[v] = used.rank[at];
  }
}

/** The edges between different places, and what holds free nodes between the ports. */
function rankEdges(
  graph: FlatGraph,
  dag: Dag,
  places: Int32Array,
  hasFirst: boolean,
  hasLast: boolean,
): LengthEdges {
  const n = dag.nodeCount;
  const [low, high, weight]: number[][] = [[], [], []];
  const add = (from: number, to: number, w: number): void => {
    low.push(from);
    high.push(to);
    weight.push(w);
  };
  const hasBelow = new Uint8Array(n + 2);
  const hasAbove = new Uint8Array(n + 2);
  for (let e = 0; e < dag.low.length; e++) {
    if (dag.low[e] < 0) continue;
    const [from, to] = [places[dag.low[e]], places[dag.high[e]]];
    if (from === to) continue;
    add(from, to, graph.weight[e]);
    hasAbove[from] = hasBelow[to] = 1;
  }
  for (let v = 0; v < n; v++) {
    if (graph.pin[v] !== FREE) continue;
    if (hasFirst && !hasBelow[v]) add(n, v, 0);
    if (hasLast && !hasAbove[v]) add(v, n + 1, 0);
  }
  return {
    nodeCount: n + 2,
    low: Int32Array.from(low),
    high: Int32Array.from(high),
    length: new Int32Array(low.length).fill(1),
    weight: Float64Array.from(weight),
  };
}

/** The same edges over the nodes that have any. */
function compactNodes(
  edges: LengthEdges,
  rank: Int32Array,
): { edges: LengthEdges; rank: Int32Array; indexOf: Int32Array } {
  const indexOf = new Int32Array(edges.nodeCount).fill(-1);
  const used: number[] = [];
  for (const ends of [edges.low, edges.high]) {
    for (const v of ends) {
      if (indexOf[v] >= 0) continue;
      indexOf[v] = used.length;
      used.push(v);
    }
  }
  const renamed = {
    nodeCount: used.length,
    low: edges.low.map((v) => indexOf[v]),
    high: edges.high.map((v) => indexOf[v]),
    length: edges.length,
    weight: edges.weight,
  };
  return { edges: renamed, rank: Int32Array.from(used, (v) => rank[v]), indexOf };
}

/** Nodes such that every edge runs from an earlier to a later one (Kahn 1962). */
export function topologicalOrder(dag: Dag, above: Adjacency): Int32Array {
  const waiting = new Int32Array(dag.nodeCount);
  for (let e = 0; e < dag.high.length; e++) if (dag.high[e] >= 0) waiting[dag.high[e]]++;
  const order = new Int32Array(dag.nodeCount);
  let tail = 0;
  for (let v = 0; v < dag.nodeCount; v++) if (waiting[v] === 0) order[tail++] = v;
  for (let head = 0; head < tail; head++) {
    const v = order[head];
    for (let i = above.start[v]; i < above.start[v + 1]; i++) {
      const next = dag.high[above.edges[i]];
      if (--waiting[next] === 0) order[tail++] = next;
    }
  }
  return order;
}

function longestPath(graph: FlatGraph, dag: Dag, order: Int32Array, below: Adjacency): Int32Array {
  const floor = graph.pin.includes(FIRST) ? 1 : 0;
  const rank = new Int32Array(dag.nodeCount);
  let top = floor - 1;
  for (const v of order) {
    rank[v] = graph.pin[v] === FIRST ? 0 : floor;
    for (let i = below.start[v]; i < below.start[v + 1]; i++) {
      rank[v] = Math.max(rank[v], rank[dag.low[below.edges[i]]] + 1);
    }
    if (graph.pin[v] !== LAST) top = Math.max(top, rank[v]);
  }
  for (let v = 0; v < rank.length; v++) if (graph.pin[v] === LAST) rank[v] = top + 1;
  return rank;
}

class Tightening {
  private readonly floor: number;
  private readonly ceiling: number;

  constructor(
    private readonly graph: FlatGraph,
    private readonly dag: Dag,
    private readonly above: Adjacency,
    private readonly below: Adjacency,
    private readonly rank: Int32Array,
  ) {
    this.floor = graph.pin.includes(FIRST) ? 1 : 0;
    let top = 0;
    for (let v = 0; v < rank.length; v++) top = Math.max(top, rank[v]);
    this.ceiling = graph.pin.includes(LAST) ? top - 1 : top;
  }

  /** Moves one node to its best rank; returns 1 when that is another one. */
  move(v: number, ties: "up" | "down" | "stay"): 0 | 1 {
    if (this.graph.pin[v] !== 0) return 0;
    const { dag, rank } = this;
    let lowest = this.floor;
    let highest = this.ceiling;
    let pull = 0;
    for (let i = this.below.start[v]; i < this.below.start[v + 1]; i++) {
      const e = this.below.edges[i];
      lowest = Math.max(lowest, rank[dag.low[e]] + 1);
      pull -= this.graph.weight[e];
    }
    for (let i = this.above.start[v]; i < this.above.start[v + 1]; i++) {
      const e = this.above.edges[i];
      highest = Math.min(highest, rank[dag.high[e]] - 1);
      pull += this.graph.weight[e];
    }
    const hasAbove = this.above.start[v] < this.above.start[v + 1];
    const hasBelow = this.below.start[v] < this.below.start[v + 1];
    const goesUp = pull > 0 || (pull === 0 && ties === "up" && hasAbove);
    const goesDown = pull < 0 || (pull === 0 && ties === "down" && hasBelow);
    const wanted = goesUp ? highest : goesDown ? lowest : rank[v];
    if (wanted === rank[v]) return 0;
    rank[v] = wanted;
    return 1;
  }
}

/** Renumbers ranks without gaps, from 0. */
export function squeezeRanks(rank: Int32Array): Int32Array {
  const used = [...new Set(rank)].sort((a, b) => a - b);
  const renumbered = new Map(used.map((r, i) => [r, i]));
  return rank.map((r) => renumbered.get(r) ?? 0);
}
