/**
 * Where a drawing that is far higher than wide is cut, to go on in a column beside.
 *
 * Cuts lie between ranks, near equal shares of the height and where few lines run. They are
 * made from the sizes of closed nodes and cached for good.
 */

import type { LayeredGraph } from "../rank/layered-graph";
import type { CanvasShape } from "../request";
import { LINE_GAP, NODE_GAP, RANK_GAP } from "../spacing";
import type { ClosedSizes } from "./wide-ranks";

/** A drawing is cut where it can be shown so many times as large then, up to its own size. */
const LEAST_GAIN = 1.4;
/** The eye follows no line through more columns than this. */
const MAX_COLUMNS = 60;
/** Room for the lines that go from one column to the next. */
const CHANNEL = 80;
/** No cut is made where more lines run. */
const MAX_LINES = 4;
/** How far from its ideal place a cut may be, as a share of a column. */
const REACH = 0.4;
/** How many lines a cut may cross more to lie a whole column nearer to its ideal place. */
const LINES_PER_COLUMN = 8;

/** Ranks after which the drawing is cut, ascending. Ranks marked in `isFixed` stay together. */
export function findCuts(
  layered: LayeredGraph,
  sizes: ClosedSizes,
  isFixed: Uint8Array,
  canvas: CanvasShape,
): Int32Array {
  const { width, upTo } = measureRanks(layered, sizes);
  const height = upTo[layered.rankCount - 1] ?? 0;
  const columns = bestColumns(width, height, canvas);
  const lines = linesPerGap(layered);
  const cuts: number[] = [];
  for (let c = 1; c < columns; c++) {
    const ideal = (c * height) / columns;
    const cut = bestCut(upTo, lines, isFixed, ideal, height / columns, cuts.at(-1) ?? -1);
    if (cut >= 0) cuts.push(cut);
  }
  return Int32Array.from(cuts);
}

/** Into how many columns: so many that the drawing can be shown largest. */
function bestColumns(width: number, height: number, canvas: CanvasShape): number {
  let [best, largest] = [1, LEAST_GAIN * columnZoom(width, height, canvas, 1)];
  for (let columns = 2; columns <= MAX_COLUMNS; columns++) {
    const zoom = columnZoom(width, height, canvas, columns);
    if (zoom <= largest) continue;
    best = columns;
    largest = zoom;
  }
  return best;
}

/** The scale, up to 1, at which so many columns of equal height fit into a canvas. */
function columnZoom(width: number, height: number, canvas: CanvasShape, columns: number): number {
  const across = columns * width + (columns - 1) * CHANNEL;
  return Math.min(1, canvas.width / across, (canvas.height * columns) / height);
}

/** The largest scale, up to 1, of all numbers of columns: real ones are higher, or wider. */
export function mostColumnZoom(width: number, height: number, canvas: CanvasShape): number {
  let most = 0;
  for (let columns = 1; columns <= MAX_COLUMNS; columns++) {
    most = Math.max(most, columnZoom(width, height, canvas, columns));
  }
  return most;
}

/** The width of the widest rank, and per rank the height of everything up to it. */
export function measureRanks(
  layered: LayeredGraph,
  sizes: ClosedSizes,
): { width: number; upTo: Float64Array } {
  const widths = new Float64Array(layered.rankCount);
  const upTo = new Float64Array(layered.rankCount);
  for (let v = 0; v < layered.vertexCount; v++) {
    const r = layered.rank[v];
    const isNode = v < layered.nodeCount;
    widths[r] += isNode ? sizes.width[v] + NODE_GAP : LINE_GAP;
    if (isNode) upTo[r] = Math.max(upTo[r], sizes.height[v]);
  }
  for (let r = 0; r < upTo.length; r++) upTo[r] += RANK_GAP + (r > 0 ? upTo[r - 1] : 0);
  return { width: widths.reduce((most, w) => Math.max(most, w), 0), upTo };
}

export function linesPerGap({ rankCount, rank, low }: LayeredGraph): Int32Array {
  const lines = new Int32Array(rankCount);
  for (const v of low) lines[rank[v]]++;
  return lines;
}

/** The best rank to cut after, -1 when too many lines run everywhere near. */
function bestCut(
  upTo: Float64Array,
  lines: Int32Array,
  isFixed: Uint8Array,
  ideal: number,
  column: number,
  after: number,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let r = after + 2; r + 2 < upTo.length; r++) {
    const distance = Math.abs(upTo[r] - ideal) / column;
    if (distance > REACH || lines[r] > MAX_LINES || isFixed[r] || isFixed[r + 1]) continue;
    const cost = lines[r] + LINES_PER_COLUMN * distance;
    if (cost >= least) continue;
    least = cost;
    best = r;
  }
  return best;
}
