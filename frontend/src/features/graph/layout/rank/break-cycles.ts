/**
 * Pass 1: cycle breaking.
 *
 * Before: any directed graph. After: a `Dag` with the same edges by index; an edge on no cycle
 * is never reversed, except that edges from a `LAST` node or to a `FIRST` node always run
 * against the flow.
 *
 * Inside each strongly connected component nodes are put in a line by the greedy rule of
 * Eades, Lin and Smyth (1993), weighted: sinks to the end, sources to the front, otherwise the
 * node whose outgoing weight exceeds its incoming weight the most. Edges pointing backwards in
 * the line are reversed; they weigh little and are few.
 */
import { type Adjacency, groupByEnd } from "../core/adjacency";
import { type Dag, FIRST, type FlatGraph, LAST } from "../core/flat-graph";
import { MaxHeap } from "../core/max-heap";
import { strongComponents } from "../core/strong-components";

/** What a walk knows of a node. */
const UNSEEN = 0;
const ON_PATH = 1;
const DONE = 2;

export function breakCycles(graph: FlatGraph): Dag {
  const reversed = new Uint8Array(graph.source.length);
  const from = graph.source.slice();
  const to = graph.target.slice();
  for (let e = 0; e < from.length; e++) {
    const pinned = graph.pin[from[e]] === LAST || graph.pin[to[e]] === FIRST;
    if (pinned) reversed[e] = 1;
    if (pinned || from[e] === to[e]) from[e] = to[e] = -1;
  }
  keepInsideComponents(graph.nodeCount, from, to);
  const place = linearOrder(graph, from, to);
  for (let e = 0; e < from.length; e++) {
    if (from[e] >= 0 && place[from[e]] > place[to[e]]) reversed[e] = 1;
  }
  return orient(graph, reversed);
}

/**
 * The same by a walk from node to node in the order in which they were sent, depth first: an edge
 * that leads back to where the walk came from is reversed. More may be than have to; but the nodes
 * of a graph are sent about as its data flows, and so the flow keeps its direction.
 */
export function breakCyclesInTurn(graph: FlatGraph): Dag {
  const { nodeCount, source, target, pin } = graph;
  const reversed = new Uint8Array(source.length);
  const from = source.map((v, e) => {
    reversed[e] = Number(pin[v] === LAST || pin[target[e]] === FIRST);
    return reversed[e] ? -1 : v;
  });
  const out = groupByEnd(nodeCount, from);
  const next = out.start.slice(0, nodeCount);
  const state = new Uint8Array(nodeCount);
  for (let root = 0; root < nodeCount; root++) {
    if (state[root] !== UNSEEN) continue;
    const path = [root];
    state[root] = ON_PATH;
    for (let v = path.at(-1); v !== undefined; v = path.at(-1)) {
      if (next[v] === out.start[v + 1]) {
        state[v] = DONE;
        path.pop();
        continue;
      }
      const e = out.edges[next[v]++];
      const to = target[e];
      if (state[to] === ON_PATH && to !== v) reversed[e] = 1;
      if (state[to] !== UNSEEN) continue;
      state[to] = ON_PATH;
      path.push(to);
    }
  }
  return orient(graph, reversed);
}

/** Leaves out the edges that lie on no cycle by setting their ends to -1. */
function keepInsideComponents(nodeCount: number, from: Int32Array, to: Int32Array): void {
  const component = strongComponents(nodeCount, from, to);
  for (let e = 0; e < from.length; e++) {
    if (from[e] >= 0 && component[from[e]] !== component[to[e]]) from[e] = to[e] = -1;
  }
}

/** Per node, its place in the line; only edges with ends count. */
function linearOrder(graph: FlatGraph, from: Int32Array, to: Int32Array): Int32Array {
  const line = new GreedyLine(graph, from, to);
  for (;;) {
    const next = line.heap.pop();
    if (next < 0) return line.place;
    line.toFront(next);
    line.drain();
  }
}

/** The line as it grows from both ends, and what is still between them. */
class GreedyLine {
  readonly place: Int32Array;
  readonly heap: MaxHeap;
  private readonly out: Adjacency;
  private readonly into: Adjacency;
  private readonly balance: Float64Array;
  private readonly outLeft: Int32Array;
  private readonly inLeft: Int32Array;
  private readonly due: number[] = [];
  private front = 0;
  private back: number;

  constructor(
    private readonly graph: FlatGraph,
    private readonly from: Int32Array,
    private readonly to: Int32Array,
  ) {
    const n = graph.nodeCount;
    this.place = new Int32Array(n).fill(-1);
    this.back = n - 1;
    this.out = groupByEnd(n, from);
    this.into = groupByEnd(n, to);
    this.balance = new Float64Array(n);
    this.outLeft = new Int32Array(n);
    this.inLeft = new Int32Array(n);
    for (let e = 0; e < from.length; e++) if (from[e] >= 0) this.count(e);
    this.heap = new MaxHeap(this.balance);
    for (let v = 0; v < n; v++) this.noteIfBare(v);
    this.drain();
  }

  /** Puts a node at the front of what is left. */
  toFront(v: number): void {
    this.place[v] = this.front++;
    this.release(v);
  }

  /** Places every node that has become a source or a sink. */
  drain(): void {
    for (let v = this.due.pop(); v !== undefined; v = this.due.pop()) {
      if (this.place[v] >= 0) continue;
      this.heap.remove(v);
      if (this.inLeft[v] === 0) this.toFront(v);
      else {
        this.place[v] = this.back--;
        this.release(v);
      }
    }
  }

  private count(e: number): void {
    this.balance[this.from[e]] += this.graph.weight[e];
    this.balance[this.to[e]] -= this.graph.weight[e];
    this.outLeft[this.from[e]]++;
    this.inLeft[this.to[e]]++;
  }

  private noteIfBare(v: number): void {
    if (this.inLeft[v] === 0 || this.outLeft[v] === 0) this.due.push(v);
  }

  private release(v: number): void {
    for (let i = this.out.start[v]; i < this.out.start[v + 1]; i++) {
      const e = this.out.edges[i];
      this.inLeft[this.to[e]]--;
      this.shift(this.to[e], this.graph.weight[e]);
    }
    for (let i = this.into.start[v]; i < this.into.start[v + 1]; i++) {
      const e = this.into.edges[i];
      this.outLeft[this.from[e]]--;
      this.shift(this.from[e], -this.graph.weight[e]);
    }
  }

  private shift(v: number, by: number): void {
    if (this.place[v] >= 0) return;
    this.balance[v] += by;
    this.heap.update(v);
    this.noteIfBare(v);
  }
}

function orient(graph: FlatGraph, reversed: Uint8Array): Dag {
  const low = graph.source.slice();
  const high = graph.target.slice();
  for (let e = 0; e < low.length; e++) {
    if (low[e] === high[e]) low[e] = high[e] = -1;
    else if (reversed[e]) [low[e], high[e]] = [high[e], low[e]];
  }
  return { nodeCount: graph.nodeCount, low, high, reversed };
}
