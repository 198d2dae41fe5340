import { type Adjacency, groupByEnd } from "../core/adjacency";
import { MinHeap } from "../core/min-heap";

/** Edges between numbered nodes, of which each has a least length; nodes count from 0. */
export interface LengthEdges {
  readonly nodeCount: number;
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** How far `high` has to be above `low`, at least; it may be negative. */
  readonly length: Int32Array;
  /** How much every step that the edge spans costs; 0 for a mere constraint. */
  readonly weight: Float64Array;
}

/**
 * Changes feasible ranks until tight edges (those of their least length) join all that hangs
 * together, and marks the edges of a spanning forest of tight ones.
 *
 * Each tree grows from its first node. When no tight edge leads out of it, it moves as a whole by the
 * least slack of all edges that do (Gansner et al. 1993); the move is stored as one number, and
 * the edges wait in two heaps, by the end that lies in the tree.
 */
export function growTightTree(edges: LengthEdges, rank: Int32Array): Uint8Array {
  const growth = new TreeGrowth(edges, rank);
  growth.run();
  return growth.inTree;
}

class TreeGrowth {
  readonly inTree: Uint8Array;
  private readonly above: Adjacency;
  private readonly below: Adjacency;
  private readonly reached: Uint8Array;
  /** Edges that leave the tree upwards, and those that enter it from below, by slack. */
  private readonly upwards = new MinHeap();
  private readonly downwards = new MinHeap();
  /** How far the tree has moved; nodes in it stand at `rank + moved`. */
  private moved = 0;

  constructor(
    private readonly edges: LengthEdges,
    private readonly rank: Int32Array,
  ) {
    this.inTree = new Uint8Array(edges.low.length);
    this.reached = new Uint8Array(edges.nodeCount);
    this.above = groupByEnd(edges.nodeCount, edges.low);
    this.below = groupByEnd(edges.nodeCount, edges.high);
  }

  run(): void {
    for (let v = 0; v < this.rank.length; v++) if (!this.reached[v]) this.growFrom(v);
  }

  private growFrom(root: number): void {
    const { low, high } = this.edges;
    const members: number[] = [];
    this.moved = 0;
    this.reach(root, members);
    for (let e = this.nextEdge(); e >= 0; e = this.nextEdge()) {
      this.inTree[e] = 1;
      this.reach(this.reached[low[e]] ? high[e] : low[e], members);
    }
    for (const v of members) this.rank[v] += this.moved;
  }

  private reach(v: number, members: number[]): void {
    const { low, high, length } = this.edges;
    members.push(v);
    this.reached[v] = 1;
    this.rank[v] -= this.moved;
    for (let i = this.above.start[v]; i < this.above.start[v + 1]; i++) {
      const e = this.above.edges[i];
      if (!this.reached[high[e]])
        this.upwards.push(e, this.rank[high[e]] - this.rank[v] - length[e]);
    }
    for (let i = this.below.start[v]; i < this.below.start[v + 1]; i++) {
      const e = this.below.edges[i];
      if (!this.reached[low[e]])
        this.downwards.push(e, this.rank[v] - this.rank[low[e]] - length[e]);
    }
  }

  /** Takes the edge with the least slack that leads out of the tree and makes it tight. */
  private nextEdge(): number {
    this.dropReached(this.upwards, this.edges.high);
    this.dropReached(this.downwards, this.edges.low);
    const up = this.upwards.leastKey - this.moved;
    const down = this.downwards.leastKey + this.moved;
    if (up === Number.POSITIVE_INFINITY && down === up) return -1;
    this.moved += up <= down ? up : -down;
    return up <= down ? this.upwards.pop() : this.downwards.pop();
  }

  private dropReached(heap: MinHeap, ends: Int32Array): void {
    while (heap.least >= 0 && this.reached[ends[heap.least]]) heap.pop();
  }
}
