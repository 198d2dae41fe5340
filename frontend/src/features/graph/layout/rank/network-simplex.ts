/**
 * Ranks with the least total length of weighted edges: network simplex (Gansner, Koutsofios,
 * North and Vo 1993).
 *
 * A spanning tree of tight edges fixes all ranks. Taking an edge out of the tree leaves two
 * halves; if more weight runs against that edge than along it, moving the halves apart makes
 * the drawing shorter, until another edge between them is tight and takes its place. What such
 * an exchange gains is the cut value of the edge. Here it is read off a sum: let the balance of
 * a node be the weight of its edges upwards less that of its edges downwards; edges inside a
 * half cancel, so the cut value is the balance of the half below, up to sign.
 *
 * The search stops after a fixed number of node visits, or when many of them have gained next to
 * nothing, so that every machine stops at the same ranks; they are feasible at any time and only
 * become shorter.
 */
import { type Adjacency, groupByEnds } from "../core/adjacency";
import { growTightTree, type LengthEdges } from "./tight-tree";

/** Cut values nearer to 0 than this are rounding. */
const EPSILON = 1e-7;
/** Of this many edges that would gain, the one that gains most is exchanged. */
const CHOICES = 24;
/** So many visits have to remove this share of the excess length, or the search ends. */
const MAX_VISITS = 200_000;
const MIN_GAIN = 0.03;

/**
 * Shortens feasible ranks in place; `visits` bounds the nodes and edges looked at.
 *
 * Returns how many node visits were left.
 */
export function shortenEdges(edges: LengthEdges, rank: Int32Array, visits: number): number {
  const simplex = new Simplex(edges, rank, visits);
  simplex.run();
  return simplex.visitsLeft;
}

class Simplex {
  private readonly incident: Adjacency;
  private readonly inTree: Uint8Array;
  /** Per node, the tree edge towards the root of its tree; -1 for a root. */
  private readonly parentEdge: Int32Array;
  /** Per node, the balance of everything below it in the tree, itself included. */
  private readonly balance: Float64Array;
  /** The half that is to be moved, and in which search every node was last in one. */
  private readonly half: Int32Array;
  private readonly lastHalf: Int32Array;
  private halves = 0;
  private cursor = 0;
  /** By how much all edges are longer than they have to be, weighted. */
  private excess = 0;

  constructor(
    private readonly edges: LengthEdges,
    private readonly rank: Int32Array,
    public visitsLeft: number,
  ) {
    const n = edges.nodeCount;
    this.inTree = growTightTree(edges, rank);
    this.incident = groupByEnds(n, edges.low, edges.high);
    this.parentEdge = new Int32Array(n).fill(-1);
    this.balance = new Float64Array(n);
    this.half = new Int32Array(n);
    this.lastHalf = new Int32Array(n);
    this.hang();
  }

  run(): void {
    const { low, weight } = this.edges;
    for (let e = 0; e < low.length; e++) this.excess += weight[e] * this.slack(e);
    let goal = Number.POSITIVE_INFINITY;
    let visits = this.visitsLeft;
    while (this.visitsLeft > 0 && this.excess > EPSILON) {
      if (this.visitsLeft <= visits) {
        if (this.excess > goal) return;
        goal = (1 - MIN_GAIN) * this.excess;
        visits = this.visitsLeft - MAX_VISITS;
      }
      const leaving = this.findLeaving();
      if (leaving < 0) return;
      this.exchange(leaving);
    }
  }

  /** Hangs every tree from its first node and sums the balances from the leaves up. */
  private hang(): void {
    const { low, high, weight } = this.edges;
    for (let e = 0; e < low.length; e++) {
      this.balance[low[e]] += weight[e];
      this.balance[high[e]] -= weight[e];
    }
    for (let root = 0; root < this.half.length; root++) {
      if (this.lastHalf[root] > 0) continue;
      const count = this.collectHalf(root);
      for (let i = count - 1; i > 0; i--) {
        const v = this.half[i];
        this.balance[this.parentOf(v)] += this.balance[v];
      }
    }
  }

  private parentOf(v: number): number {
    const e = this.parentEdge[v];
    return this.edges.low[e] === v ? this.edges.high[e] : this.edges.low[e];
  }

  private cutValue(v: number): number {
    return this.edges.low[this.parentEdge[v]] === v ? this.balance[v] : -this.balance[v];
  }

  /** The node below a tree edge worth exchanging, -1 when there is none. */
  private findLeaving(): number {
    const n = this.edges.nodeCount;
    let best = -1;
    let least = -EPSILON;
    for (let step = 0, found = 0; step < n && found < CHOICES; step++) {
      const v = this.cursor;
      this.cursor = v + 1 < n ? v + 1 : 0;
      if (this.parentEdge[v] < 0) continue;
      const cut = this.cutValue(v);
      if (cut >= -EPSILON) continue;
      found++;
      if (cut < least) {
        least = cut;
        best = v;
      }
    }
    return best;
  }

  /** Moves what hangs from `v` until another edge is tight, and hangs it from that one. */
  private exchange(v: number): void {
    const count = this.collectHalf(v);
    const movesDown = this.edges.low[this.parentEdge[v]] === v;
    const entering = this.findEntering(count, movesDown);
    const slack = this.slack(entering);
    if (slack > 0) {
      this.excess += slack * this.cutValue(v);
      const by = movesDown ? -slack : slack;
      for (let i = 0; i < count; i++) this.rank[this.half[i]] += by;
    }
    this.rehang(v, entering);
  }

  /** Fills `half` with what hangs from `root`, every node after its parent. */
  private collectHalf(root: number): number {
    const { low, high } = this.edges;
    const { half, lastHalf, incident } = this;
    const stamp = ++this.halves;
    half[0] = root;
    lastHalf[root] = stamp;
    let count = 1;
    for (let i = 0; i < count; i++) {
      const v = half[i];
      for (let j = incident.start[v]; j < incident.start[v + 1]; j++) {
        const e = incident.edges[j];
        if (!this.inTree[e] || e === this.parentEdge[v]) continue;
        const child = low[e] === v ? high[e] : low[e];
        this.parentEdge[child] = e;
        lastHalf[child] = stamp;
        half[count++] = child;
      }
    }
    this.visitsLeft -= count;
    return count;
  }

  /** The edge with the least slack that runs between the halves in the direction wanted. */
  private findEntering(count: number, intoHalf: boolean): number {
    const { low, high } = this.edges;
    const { half, lastHalf, incident } = this;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count && least > 0; i++) {
      const v = half[i];
      this.visitsLeft -= incident.start[v + 1] - incident.start[v];
      for (let j = incident.start[v]; j < incident.start[v + 1]; j++) {
        const e = incident.edges[j];
        if ((intoHalf ? high[e] : low[e]) !== v) continue;
        if (lastHalf[intoHalf ? low[e] : high[e]] === this.halves) continue;
        const slack = this.slack(e);
        if (slack >= least) continue;
        least = slack;
        best = e;
      }
    }
    return best;
  }

  private slack(e: number): number {
    const { low, high, length } = this.edges;
    return this.rank[high[e]] - this.rank[low[e]] - length[e];
  }

  /** Takes the edge above `v` out of the tree and puts `entering` in. */
  private rehang(v: number, entering: number): void {
    const { low, high } = this.edges;
    const moved = this.balance[v];
    const leaving = this.parentEdge[v];
    const isInHalf = this.lastHalf[low[entering]] === this.halves;
    const inner = isInHalf ? low[entering] : high[entering];
    const outer = isInHalf ? high[entering] : low[entering];
    this.addAbove(this.parentOf(v), -moved);
    this.addAbove(outer, moved);
    this.inTree[leaving] = 0;
    this.inTree[entering] = 1;
    this.turnPath(inner, v, entering, moved);
  }

  private addAbove(from: number, by: number): void {
    let at = from;
    for (;;) {
      this.balance[at] += by;
      this.visitsLeft--;
      if (this.parentEdge[at] < 0) return;
      at = this.parentOf(at);
    }
  }

  /** Turns the path from `inner` up to `top` round, so that `inner` comes to hang above it. */
  private turnPath(inner: number, top: number, entering: number, total: number): void {
    let at = inner;
    let newParent = entering;
    let below = 0;
    for (;;) {
      const oldParent = this.parentEdge[at];
      const next = at === top ? -1 : this.parentOf(at);
      const old = this.balance[at];
      this.balance[at] = total - below;
      this.parentEdge[at] = newParent;
      if (next < 0) return;
      below = old;
      newParent = oldParent;
      at = next;
    }
  }
}
