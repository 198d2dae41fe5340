/**
 * Pass 5: folding.
 *
 * Before: an order, and the sizes of closed nodes. After: very wide ranks are split into rows
 * that stand above one another, in the same order from left to right, so that not one crossing
 * is added; what runs past a box in another row runs beside it.
 *
 * Every vertex of a folded rank has a column. A node stands in one row of its column, by turns
 * with its neighbours; in the rows below, its edges from below run upwards as one line, and in
 * the rows above, its edges to above. Nodes side by side that hang from one and the same vertex
 * and nothing else (the spokes of a hub) share a column: a line that they branch off from.
 */
import { groupByEnd } from "../core/adjacency";
import { type LayerOrder, orderFromSequence } from "../order/layer-order";
import { type Neighbours, neighboursOf } from "../order/neighbours";
import type { LayeredGraph } from "../rank/layered-graph";
import { columnEnd, findHubs } from "./fold-columns";
import { rowCounts } from "./fold-rows";
import type { ClosedSizes } from "./wide-ranks";

export interface Folded {
  readonly layered: LayeredGraph;
  readonly order: LayerOrder;
}

/** Ranks marked in `isFixed` stay as they are. */
export function foldWideRanks(
  layered: LayeredGraph,
  order: LayerOrder,
  sizes: ClosedSizes,
  isFixed: Uint8Array,
): Folded {
  const neighbours = neighboursOf(layered);
  const rows = rowCounts(layered, neighbours, order, sizes, isFixed);
  if (!rows.some((count) => count > 1)) return { layered, order };
  return new Folding(layered, neighbours, order, rows).run();
}

class Folding {
  /** Per old rank, the new rank of its first row. */
  private readonly firstRow: Int32Array;
  private readonly rank: Int32Array;
  private vertexCount: number;
  /** All vertices, rank by rank and from left to right. */
  private readonly sequence: Int32Array;
  private standing = 0;
  /** The dummies that an old vertex has in the rows under it and over it, upwards. */
  private readonly under: Runs;
  private readonly over: Runs;
  /** Per spoke but the first of its column, the dummies from its hub to it, the hub's first. */
  private readonly lines: Runs;
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  private segmentCount = 0;
  /** Per vertex, the segment to the next one towards the middle of its column or towards its hub. */
  private readonly inward: Int32Array;
  /** Per old segment, the one that leads from column to column. */
  private readonly across: Int32Array;
  private readonly chain: Int32Array;
  private chainLength = 0;

  constructor(
    private readonly old: LayeredGraph,
    private readonly neighbours: Neighbours,
    private readonly order: LayerOrder,
    private readonly rows: Int32Array,
  ) {
    this.firstRow = new Int32Array(rows.length);
    for (let r = 1; r < rows.length; r++) this.firstRow[r] = this.firstRow[r - 1] + rows[r - 1];
    const most = mostVertices(order, rows);
    this.rank = new Int32Array(most);
    this.sequence = new Int32Array(most);
    this.vertexCount = old.vertexCount;
    this.under = emptyRuns(old.vertexCount);
    this.over = emptyRuns(old.vertexCount);
    this.lines = emptyRuns(old.vertexCount);
    const mostSegments = most - old.vertexCount + old.low.length;
    this.low = new Int32Array(mostSegments);
    this.high = new Int32Array(mostSegments);
    this.inward = new Int32Array(most).fill(-1);
    this.across = new Int32Array(old.low.length).fill(-1);
    for (let r = 0; r < rows.length; r++) this.addRank(r);
    this.chain = new Int32Array(this.newChainLength());
  }

  run(): Folded {
    const chainStart = new Int32Array(this.old.chainStart.length);
    for (let e = 0; e + 1 < chainStart.length; e++) {
      for (let i = this.old.chainStart[e]; i < this.old.chainStart[e + 1]; i++) {
        this.follow(this.old.chain[i]);
      }
      chainStart[e + 1] = this.chainLength;
    }
    const low = this.low.slice(0, this.segmentCount);
    const high = this.high.slice(0, this.segmentCount);
    const layered: LayeredGraph = {
      nodeCount: this.old.nodeCount,
      vertexCount: this.vertexCount,
      rankCount: this.rows.reduce((sum, rows) => sum + rows, 0),
      rank: this.rank.slice(0, this.vertexCount),
      low,
      high,
      above: groupByEnd(this.vertexCount, low),
      below: groupByEnd(this.vertexCount, high),
      chainStart,
      chain: this.chain,
    };
    return { layered, order: orderFromSequence(layered, this.sequence.subarray(0, this.standing)) };
  }

  private addRank(r: number): void {
    const { layerStart, vertices } = this.order;
    const standing = vertices.subarray(layerStart[r], layerStart[r + 1]);
    const rows = this.rows[r];
    if (rows === 1) {
      for (const v of standing) this.stand(v, this.firstRow[r]);
      return;
    }
    const hubs = findHubs(this.old, this.neighbours, standing);
    for (let i = 0, end = 0, turn = 0; i < standing.length; i = end) {
      end = columnEnd(hubs, i, rows);
      const v = standing[i];
      if (end - i > 1) this.addSpokes(standing.subarray(i, end), r);
      else this.addColumn(v, r, v < this.old.nodeCount ? turn++ % rows : 0);
    }
  }

  private stand(v: number, rank: number): void {
    this.rank[v] = rank;
    this.sequence[this.standing++] = v;
  }

  private addDummy(rank: number): void {
    this.stand(this.vertexCount++, rank);
  }

  private addColumn(v: number, r: number, row: number): void {
    const { upStart, downStart } = this.neighbours;
    const first = this.firstRow[r];
    this.under.first[v] = this.vertexCount;
    if (downStart[v + 1] > downStart[v]) {
      for (let i = 0; i < row; i++) this.addDummy(first + i);
      this.under.count[v] = row;
    }
    this.stand(v, first + row);
    this.over.first[v] = this.vertexCount;
    if (upStart[v + 1] > upStart[v]) {
      for (let i = row + 1; i < this.rows[r]; i++) this.addDummy(first + i);
      this.over.count[v] = this.rows[r] - 1 - row;
    }
  }

  /** Spokes are offset from their hub one by one; their edge runs left of them. */
  private addSpokes(spokes: Int32Array, r: number): void {
    const { downStart } = this.neighbours;
    const isHubBelow = downStart[spokes[0] + 1] > downStart[spokes[0]];
    const first = this.vertexCount;
    spokes.forEach((v, i) => {
      const rank = this.firstRow[r] + (isHubBelow ? i : this.rows[r] - 1 - i);
      this.lines.first[v] = first;
      this.lines.count[v] = i;
      if (i < spokes.length - 1) this.addDummy(rank);
      this.stand(v, rank);
    });
  }

  private newChainLength(): number {
    const { low, high, chain } = this.old;
    let length = chain.length;
    for (const segment of chain) {
      const [from, to] = [low[segment], high[segment]];
      length += this.over.count[from] + this.under.count[to];
      length += this.lines.count[from] + this.lines.count[to];
    }
    return length;
  }

  /** Adds what stands for an old segment: out of one column, across, and into the other. */
  private follow(segment: number): void {
    const { over, under, lines } = this;
    const [from, to] = [this.old.low[segment], this.old.high[segment]];
    let at = from;
    for (let i = 0; i < over.count[from]; i++) at = this.climbFromColumn(at, over.first[from] + i);
    if (lines.count[to] > 0) {
      for (let i = 0; i < lines.count[to]; i++) at = this.climbFromColumn(at, lines.first[to] + i);
      this.climbFromColumn(at, to);
      return;
    }
    const entrance = under.count[to] > 0 ? under.first[to] : to;
    if (lines.count[from] > 0) {
      for (let i = lines.count[from] - 1; i >= 0; i--) {
        at = this.climbIntoColumn(at, lines.first[from] + i);
      }
      at = this.climbIntoColumn(at, entrance);
    } else at = this.climbAcross(segment, at, entrance);
    for (let i = 1; i < under.count[to]; i++) at = this.climbIntoColumn(at, under.first[to] + i);
    if (at !== to) this.climbIntoColumn(at, to);
  }

  private climbFromColumn(low: number, high: number): number {
    if (this.inward[high] < 0) this.inward[high] = this.addSegment(low, high);
    this.chain[this.chainLength++] = this.inward[high];
    return high;
  }

  private climbIntoColumn(low: number, high: number): number {
    if (this.inward[low] < 0) this.inward[low] = this.addSegment(low, high);
    this.chain[this.chainLength++] = this.inward[low];
    return high;
  }

  private climbAcross(segment: number, low: number, high: number): number {
    if (this.across[segment] < 0) this.across[segment] = this.addSegment(low, high);
    this.chain[this.chainLength++] = this.across[segment];
    return high;
  }

  private addSegment(low: number, high: number): number {
    this.low[this.segmentCount] = low;
    this.high[this.segmentCount] = high;
    return this.segmentCount++;
  }
}

/** Vertices with consecutive numbers, per old vertex. */
interface Runs {
  readonly first: Int32Array;
  readonly count: Int32Array;
}

function emptyRuns(vertexCount: number): Runs {
  return { first: new Int32Array(vertexCount), count: new Int32Array(vertexCount) };
}

/** How many vertices there are when every one of a folded rank has a place in all its rows. */
function mostVertices({ layerStart }: LayerOrder, rows: Int32Array): number {
  return rows.reduce((sum, count, r) => sum + count * (layerStart[r + 1] - layerStart[r]), 0);
}
