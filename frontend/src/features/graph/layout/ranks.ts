/**
 * Pass 2: ranks.
 *
 * Before: a `Dag`. After: integers from 0 such that every edge climbs at least one rank, no
 * rank is empty, `FIRST` nodes stand alone on rank 0 and `LAST` nodes alone on the last one.
 *
 * Longest path gives the smallest number of ranks but leaves long edges behind; each node is
 * then moved, within the ranks its neighbours allow, to where its weighted edges are shortest.
 * Ties move up, which carries whole chains towards what they feed.
 */
import { type Adjacency, groupByEnd } from "./adjacency";
import { type Dag, FIRST, type FlatGraph, LAST } from "./flat-graph";

/** Rounds of tightening; measured on the real graphs, later ones change next to nothing. */
const ROUNDS = 6;

export function assignRanks(graph: FlatGraph, dag: Dag): Int32Array {
  const above = groupByEnd(dag.nodeCount, dag.low);
  const below = groupByEnd(dag.nodeCount, dag.high);
  const order = topologicalOrder(dag, above);
  const rank = longestPath(graph, dag, order, below);
  const tightening = new Tightening(graph, dag, above, below, rank);
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0;
    for (let i = order.length - 1; i >= 0; i--) moved += tightening.move(order[i], true);
    for (let i = 0; i < order.length; i++) moved += tightening.move(order[i], false);
    if (moved === 0) break;
  }
  return squeeze(rank);
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
  move(v: number, tiesMoveUp: boolean): 0 | 1 {
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
    const isLoose = this.above.start[v] === this.above.start[v + 1];
    const goesUp = pull > 0 || (pull === 0 && tiesMoveUp && !isLoose);
    const wanted = goesUp ? highest : pull < 0 ? lowest : rank[v];
    if (wanted === rank[v]) return 0;
    rank[v] = wanted;
    return 1;
  }
}

/** Renumbers ranks without gaps, from 0. */
function squeeze(rank: Int32Array): Int32Array {
  const used = [...new Set(rank)].sort((a, b) => a - b);
  const renumbered = new Map(used.map((r, i) => [r, i]));
  return rank.map((r) => renumbered.get(r) ?? 0);
}
