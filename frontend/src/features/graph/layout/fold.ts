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
import { groupByEnd } from "./adjacency";
import { type FoldColumn, findColumns } from "./fold-columns";
import { type ClosedSizes, rowCounts } from "./fold-rows";
import { type LayerOrder, orderFromSequence } from "./layer-order";
import type { LayeredGraph } from "./layers";
import { type Neighbours, neighboursOf } from "./neighbours";

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

type Spokes = FoldColumn & { readonly kind: "spokes" };

class Folding {
  /** Per old rank, the new rank of its first row. */
  private readonly firstRow: Int32Array;
  private readonly rank: number[];
  /** All vertices, rank by rank and from left to right. */
  private readonly sequence: number[] = [];
  /** Vertices of a column upwards from row 0, where it has more than its own. */
  private readonly under = new Map<number, number[]>();
  private readonly over = new Map<number, number[]>();
  /** Per spoke but the first of its column, the dummies from its hub to it, the hub's first. */
  private readonly lines = new Map<number, readonly number[]>();
  private readonly low: number[] = [];
  private readonly high: number[] = [];
  /** Per old segment that an edge has taken, those that stand for it. */
  private readonly paths: (readonly number[] | undefined)[] = [];
  private readonly shared = new Map<number, number>();

  constructor(
    private readonly old: LayeredGraph,
    private readonly neighbours: Neighbours,
    private readonly order: LayerOrder,
    private readonly rows: Int32Array,
  ) {
    this.rank = Array.from(old.rank);
    this.firstRow = new Int32Array(rows.length);
    for (let r = 1; r < rows.length; r++) this.firstRow[r] = this.firstRow[r - 1] + rows[r - 1];
  }

  run(): Folded {
    for (let r = 0; r < this.rows.length; r++) this.addRank(r);
    const layered = this.buildLayered();
    return { layered, order: orderFromSequence(layered, Int32Array.from(this.sequence)) };
  }

  private addRank(r: number): void {
    const { layerStart, vertices } = this.order;
    const standing = vertices.subarray(layerStart[r], layerStart[r + 1]);
    if (this.rows[r] === 1) {
      for (const v of standing) this.stand(v, this.firstRow[r]);
      return;
    }
    for (const column of findColumns(this.old, this.neighbours, standing, this.rows[r])) {
      if (column.kind === "one") this.addColumn(column.vertex, r, column.row);
      else this.addSpokes(column, r);
    }
  }

  private stand(v: number, rank: number): number {
    this.rank[v] = rank;
    this.sequence.push(v);
    return v;
  }

  private addDummy(rank: number): number {
    return this.stand(this.rank.length, rank);
  }

  private addColumn(v: number, r: number, row: number): void {
    const { upStart, downStart } = this.neighbours;
    const first = this.firstRow[r];
    const under: number[] = [];
    const over: number[] = [];
    if (downStart[v + 1] > downStart[v]) {
      for (let i = 0; i < row; i++) under.push(this.addDummy(first + i));
    }
    this.stand(v, first + row);
    if (upStart[v + 1] > upStart[v]) {
      for (let i = row + 1; i < this.rows[r]; i++) over.push(this.addDummy(first + i));
    }
    if (under.length > 0) this.under.set(v, under);
    if (over.length > 0) this.over.set(v, over);
  }

  /** Spokes stand away from their hub one by one; their line runs left of them. */
  private addSpokes({ spokes, isHubBelow }: Spokes, r: number): void {
    const line: number[] = [];
    spokes.forEach((v, i) => {
      const rank = this.firstRow[r] + (isHubBelow ? i : this.rows[r] - 1 - i);
      if (line.length > 0) this.lines.set(v, line.slice());
      if (i < spokes.length - 1) line.push(this.addDummy(rank));
      this.stand(v, rank);
    });
  }

  private buildLayered(): LayeredGraph {
    const chainStart = new Int32Array(this.old.chainStart.length);
    const chain: number[] = [];
    for (let e = 0; e + 1 < chainStart.length; e++) {
      for (let i = this.old.chainStart[e]; i < this.old.chainStart[e + 1]; i++) {
        for (const segment of this.pathOf(this.old.chain[i])) chain.push(segment);
      }
      chainStart[e + 1] = chain.length;
    }
    const low = Int32Array.from(this.low);
    const high = Int32Array.from(this.high);
    const vertexCount = this.rank.length;
    return {
      nodeCount: this.old.nodeCount,
      vertexCount,
      rankCount: this.rows.reduce((sum, rows) => sum + rows, 0),
      rank: Int32Array.from(this.rank),
      low,
      high,
      above: groupByEnd(vertexCount, low),
      below: groupByEnd(vertexCount, high),
      chainStart,
      chain: Int32Array.from(chain),
    };
  }

  /** The segments that stand for an old one: out of one column, across, and into the other. */
  private pathOf(segment: number): readonly number[] {
    const known = this.paths[segment];
    if (known !== undefined) return known;
    const from = this.old.low[segment];
    const to = this.old.high[segment];
    const line = this.lines.get(to) ?? this.lines.get(from)?.slice().reverse();
    const path = [from, ...(this.over.get(from) ?? [])];
    const across = line ? -1 : path.length - 1;
    path.push(...(line ?? []), ...(this.under.get(to) ?? []), to);
    const segments = path.slice(1).map((vertex, i) => {
      return i === across ? this.addSegment(path[i], vertex) : this.sharedSegment(path[i], vertex);
    });
    this.paths[segment] = segments;
    return segments;
  }

  private addSegment(low: number, high: number): number {
    this.low.push(low);
    this.high.push(high);
    return this.low.length - 1;
  }

  /** The one segment of a column, or of a line of spokes, between two vertices. */
  private sharedSegment(low: number, high: number): number {
    const key = low * this.rank.length + high;
    const segment = this.shared.get(key) ?? this.addSegment(low, high);
    this.shared.set(key, segment);
    return segment;
  }
}
