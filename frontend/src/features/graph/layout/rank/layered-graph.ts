/**
 * Pass 3: dummy chains.
 *
 * Before: ranks. After: every edge is a chain of segments, each climbing exactly one rank,
 * with a dummy vertex on every rank it passes.
 *
 * Edges at a port share one trunk: they are the branches of one logical edge that has crossed
 * the border of the scope, and drawing the common part once keeps large scopes readable. So do
 * the long edges of a hub, on either side of it: a chain of thousands that all feed one node
 * would have millions of dummies otherwise, and no viewer could follow them.
 */
import { type Adjacency, groupByEnd } from "../core/adjacency";
import { type Dag, FIRST, type FlatGraph, LAST } from "../core/flat-graph";
import { IntList } from "../core/int-list";

/** A node is a hub on the side where a trunk saves at least this many dummies. */
const HUB_DUMMIES = 1_000;
/** An edge is long when it spans at least this many ranks. */
const LONG = 3;

export interface LayeredGraph {
  /** Vertices below this number are the nodes of the graph, the others are dummies. */
  readonly nodeCount: number;
  readonly vertexCount: number;
  readonly rankCount: number;
  readonly rank: Int32Array;
  /** Per segment, the vertex at its lower and its upper end. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** The segments that leave a vertex upwards, and those that reach it from below. */
  readonly above: Adjacency;
  readonly below: Adjacency;
  /** Edge `e` consists of the segments `chain[chainStart[e] .. chainStart[e + 1])`, upwards. */
  readonly chainStart: Int32Array;
  readonly chain: Int32Array;
}

export function buildLayers(graph: FlatGraph, dag: Dag, rank: Int32Array): LayeredGraph {
  const builder = new LayerBuilder(graph, rank, findHubs(dag, rank));
  const chainStart = new Int32Array(dag.low.length + 1);
  for (let e = 0; e < dag.low.length; e++) {
    if (dag.low[e] >= 0) builder.addEdge(dag.low[e], dag.high[e]);
    chainStart[e + 1] = builder.chain.length;
  }
  const low = builder.low.toArray();
  const high = builder.high.toArray();
  const vertexCount = builder.rank.length;
  return {
    nodeCount: graph.nodeCount,
    vertexCount,
    rankCount: rank.reduce((most, r) => Math.max(most, r + 1), 0),
    rank: builder.rank.toArray(),
    low,
    high,
    above: groupByEnd(vertexCount, low),
    below: groupByEnd(vertexCount, high),
    chainStart,
    chain: builder.chain.toArray(),
  };
}

/** Per node, 1 when its long edges share a trunk above it (below it). */
interface Hubs {
  readonly above: Uint8Array;
  readonly below: Uint8Array;
}

function findHubs(dag: Dag, rank: Int32Array): Hubs {
  return { above: hubsAtEnds(dag, dag.low, rank), below: hubsAtEnds(dag, dag.high, rank) };
}

function hubsAtEnds(dag: Dag, ends: Int32Array, rank: Int32Array): Uint8Array {
  const all = new Int32Array(dag.nodeCount);
  const longest = new Int32Array(dag.nodeCount);
  for (let e = 0; e < ends.length; e++) {
    const span = ends[e] < 0 ? 0 : rank[dag.high[e]] - rank[dag.low[e]];
    if (span < LONG) continue;
    all[ends[e]] += span - 1;
    longest[ends[e]] = Math.max(longest[ends[e]], span - 1);
  }
  return Uint8Array.from(all, (dummies, v) => Number(dummies - longest[v] >= HUB_DUMMIES));
}

class LayerBuilder {
  readonly rank: IntList;
  readonly low = new IntList();
  readonly high = new IntList();
  readonly chain = new IntList();
  /** Per node with a trunk above (below) it, its segments in the order in which they leave it. */
  private readonly trunksAbove = new Map<number, number[]>();
  private readonly trunksBelow = new Map<number, number[]>();

  constructor(
    private readonly graph: FlatGraph,
    rank: Int32Array,
    private readonly hubs: Hubs,
  ) {
    this.rank = new IntList(2 * rank.length);
    for (const r of rank) this.rank.push(r);
  }

  addEdge(low: number, high: number): void {
    const { pin } = this.graph;
    if (pin[low] === FIRST) this.addFromTrunk(low, high);
    else if (pin[high] === LAST) this.addToTrunk(low, high);
    else if (this.rank.at(high) - this.rank.at(low) < LONG) this.addChain(low, high);
    else if (this.hubs.above[low]) this.addFromTrunk(low, high);
    else if (this.hubs.below[high]) this.addToTrunk(low, high);
    else this.addChain(low, high);
  }

  private addChain(low: number, high: number): void {
    let at = low;
    while (this.rank.at(at) + 1 < this.rank.at(high)) {
      const dummy = this.addDummy(this.rank.at(at) + 1);
      this.chain.push(this.addSegment(at, dummy));
      at = dummy;
    }
    this.chain.push(this.addSegment(at, high));
  }

  private addFromTrunk(port: number, high: number): void {
    const trunk = trunkOf(this.trunksAbove, port);
    const steps = this.rank.at(high) - this.rank.at(port) - 1;
    while (trunk.length < steps) {
      const at = trunk.length === 0 ? port : this.high.at(trunk[trunk.length - 1]);
      trunk.push(this.addSegment(at, this.addDummy(this.rank.at(at) + 1)));
    }
    for (let i = 0; i < steps; i++) this.chain.push(trunk[i]);
    this.chain.push(this.addSegment(steps === 0 ? port : this.high.at(trunk[steps - 1]), high));
  }

  private addToTrunk(low: number, port: number): void {
    const trunk = trunkOf(this.trunksBelow, port);
    const steps = this.rank.at(port) - this.rank.at(low) - 1;
    while (trunk.length < steps) {
      const at = trunk.length === 0 ? port : this.low.at(trunk[trunk.length - 1]);
      trunk.push(this.addSegment(this.addDummy(this.rank.at(at) - 1), at));
    }
    this.chain.push(this.addSegment(low, steps === 0 ? port : this.low.at(trunk[steps - 1])));
    for (let i = steps - 1; i >= 0; i--) this.chain.push(trunk[i]);
  }

  private addDummy(rank: number): number {
    this.rank.push(rank);
    return this.rank.length - 1;
  }

  private addSegment(low: number, high: number): number {
    this.low.push(low);
    this.high.push(high);
    return this.low.length - 1;
  }
}

function trunkOf(trunks: Map<number, number[]>, node: number): number[] {
  const known = trunks.get(node);
  if (known) return known;
  const trunk: number[] = [];
  trunks.set(node, trunk);
  return trunk;
}
