import type { LayerOrder } from "../order/layer-order";
import type { Neighbours } from "../order/neighbours";
import type { LayeredGraph } from "../rank/layered-graph";
import { LINE_GAP, NODE_GAP } from "../spacing";
import { columnEnd, findHubs } from "./fold-columns";
import { type ClosedSizes, findWideRanks, rankWidth } from "./wide-ranks";

const MAX_ROWS = 40;
/** More rows have to make a rank narrower than this share of what it was. */
const MIN_SAVED = 0.82;

/** Per rank, into how many rows it is to be folded; 1 for nearly all. */
export function rowCounts(
  layered: LayeredGraph,
  neighbours: Neighbours,
  order: LayerOrder,
  sizes: ClosedSizes,
  isFixed: Uint8Array,
): Int32Array {
  const rows = new Int32Array(layered.rankCount).fill(1);
  const { ranks, limit } = findWideRanks(layered, order, sizes, isFixed);
  for (const r of ranks) {
    const vertices = order.vertices.subarray(order.layerStart[r], order.layerStart[r + 1]);
    rows[r] = bestRows(layered, neighbours, vertices, sizes, limit);
  }
  return rows;
}

/** The fewest rows that fit the limit, or those that come nearest to it. */
function bestRows(
  layered: LayeredGraph,
  neighbours: Neighbours,
  vertices: Int32Array,
  sizes: ClosedSizes,
  limit: number,
): number {
  const hubs = findHubs(layered, neighbours, vertices);
  let best = 1;
  let narrowest = rankWidth(layered, vertices, sizes);
  for (let rows = 2; rows <= MAX_ROWS && narrowest > limit; rows = Math.ceil(rows * 1.4)) {
    const width = foldedWidth(layered, neighbours, vertices, hubs, sizes, rows);
    // More rows that save next to nothing only make the drawing higher.
    if (width > MIN_SAVED * narrowest) break;
    narrowest = width;
    best = rows;
  }
  return best;
}

/** About how wide the widest row is. */
function foldedWidth(
  { nodeCount }: LayeredGraph,
  { upStart, downStart }: Neighbours,
  vertices: Int32Array,
  hubs: Int32Array,
  { width }: ClosedSizes,
  rows: number,
): number {
  const widths = new Float64Array(rows);
  // Per row, how many more lines run through it than through the row below.
  const lines = new Int32Array(rows + 1);
  let spokes = 0;
  for (let i = 0, end = 0, turn = 0; i < vertices.length; i = end) {
    end = columnEnd(hubs, i, rows);
    if (end - i > 1) {
      spokes += widest(vertices, i, end, width) + NODE_GAP + LINE_GAP;
      continue;
    }
    const v = vertices[i];
    const row = v < nodeCount ? turn++ % rows : 0;
    if (v < nodeCount) widths[row] += width[v] + NODE_GAP;
    if (downStart[v + 1] > downStart[v]) {
      lines[0]++;
      lines[row]--;
    }
    if (upStart[v + 1] > upStart[v]) lines[v < nodeCount ? row + 1 : row]++;
  }
  let most = 0;
  for (let row = 0, running = 0; row < rows; row++) {
    running += lines[row];
    most = Math.max(most, widths[row] + running * LINE_GAP);
  }
  return spokes + most;
}

function widest(vertices: Int32Array, from: number, to: number, width: Float64Array): number {
  let most = 0;
  for (let i = from; i < to; i++) most = Math.max(most, width[vertices[i]]);
  return most;
}
