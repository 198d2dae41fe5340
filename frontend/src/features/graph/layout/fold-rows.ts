import { findColumns } from "./fold-columns";
import type { LayerOrder } from "./layer-order";
import type { LayeredGraph } from "./layers";
import type { Neighbours } from "./neighbours";
import { LINE_GAP, NODE_GAP, RANK_GAP } from "./spacing";

/** Ranks narrower than this are never folded, in world units: about two screens. */
const WIDE = 2_400;
/** Nor are ranks that are less than so many times as wide as the drawing is high. */
const WIDE_SHAPE = 2;
/** The shape that folding aims at, width over height. */
const AIM = 2.2;
const MOST_ROWS = 40;

/** Room that the closed box of each node needs, in world units. */
export interface ClosedSizes {
  readonly width: Float64Array;
  readonly height: Float64Array;
}

/** Per rank, into how many rows it is to be folded; 1 for nearly all. */
export function rowCounts(
  layered: LayeredGraph,
  neighbours: Neighbours,
  order: LayerOrder,
  sizes: ClosedSizes,
  isFixed: Uint8Array,
): Int32Array {
  const rows = new Int32Array(layered.rankCount).fill(1);
  const { area, height } = extentOf(layered, sizes);
  const limit = Math.max(WIDE, WIDE_SHAPE * height, Math.sqrt(AIM * area));
  for (let r = 0; r < layered.rankCount; r++) {
    const vertices = order.vertices.subarray(order.layerStart[r], order.layerStart[r + 1]);
    if (isFixed[r] || rankWidth(layered, vertices, sizes) <= limit) continue;
    rows[r] = bestRows(layered, neighbours, vertices, sizes, limit);
  }
  return rows;
}

function extentOf(
  layered: LayeredGraph,
  { width, height }: ClosedSizes,
): { area: number; height: number } {
  const tallest = new Float64Array(layered.rankCount);
  let area = 0;
  for (let v = 0; v < layered.nodeCount; v++) {
    const tall = height[v] + RANK_GAP;
    area += (width[v] + NODE_GAP) * tall;
    tallest[layered.rank[v]] = Math.max(tallest[layered.rank[v]], tall);
  }
  return { area, height: tallest.reduce((sum, tall) => sum + tall, 0) };
}

function rankWidth(layered: LayeredGraph, vertices: Int32Array, { width }: ClosedSizes): number {
  let sum = 0;
  for (const v of vertices) sum += v < layered.nodeCount ? width[v] + NODE_GAP : LINE_GAP;
  return sum;
}

/** The fewest rows that fit the limit, or those that come nearest to it. */
function bestRows(
  layered: LayeredGraph,
  neighbours: Neighbours,
  vertices: Int32Array,
  sizes: ClosedSizes,
  limit: number,
): number {
  let best = 1;
  let narrowest = rankWidth(layered, vertices, sizes);
  for (let rows = 2; rows <= MOST_ROWS && narrowest > limit; rows = Math.ceil(rows * 1.4)) {
    const width = foldedWidth(layered, neighbours, vertices, sizes, rows);
    // More rows that save next to nothing only make the drawing higher.
    if (width > 0.9 * narrowest) break;
    narrowest = width;
    best = rows;
  }
  return best;
}

/** About how wide the widest row is. */
function foldedWidth(
  layered: LayeredGraph,
  neighbours: Neighbours,
  vertices: Int32Array,
  { width }: ClosedSizes,
  rows: number,
): number {
  const widths = new Float64Array(rows);
  const { upStart, downStart } = neighbours;
  let spokes = 0;
  for (const column of findColumns(layered, neighbours, vertices, rows)) {
    if (column.kind === "spokes") {
      spokes += Math.max(...column.spokes.map((v) => width[v])) + NODE_GAP + LINE_GAP;
      continue;
    }
    const { vertex: v, row } = column;
    for (let i = 0; i < rows; i++) {
      if (i === row && v < layered.nodeCount) widths[i] += width[v] + NODE_GAP;
      else if (i < row ? downStart[v + 1] > downStart[v] : upStart[v + 1] > upStart[v]) {
        widths[i] += LINE_GAP;
      }
    }
  }
  return spokes + widths.reduce((most, w) => Math.max(most, w), 0);
}
