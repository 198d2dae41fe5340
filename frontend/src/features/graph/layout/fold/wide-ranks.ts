import type { LayerOrder } from "../order/layer-order";
import type { LayeredGraph } from "../rank/layered-graph";
import { LINE_GAP, NODE_GAP, RANK_GAP } from "../spacing";

/** Ranks narrower than this are never folded, in world units: about two screens. */
const WIDE = 2_400;
/** Nor are ranks that are less than so many times as wide as the drawing is high. */
const WIDE_SHAPE = 2;
/** The shape that folding aims at, width over height. */
const AIM = 2.2;

/** Room that the closed box of each node needs, in world units. */
export interface ClosedSizes {
  readonly width: Float64Array;
  readonly height: Float64Array;
}

/** The ranks that are too wide as they are, and how wide one may be. */
export interface WideRanks {
  readonly ranks: readonly number[];
  readonly limit: number;
}

/** Ranks marked in `isFixed` are left out. */
export function findWideRanks(
  layered: LayeredGraph,
  order: LayerOrder,
  sizes: ClosedSizes,
  isFixed: Uint8Array,
): WideRanks {
  const { area, height } = extentOf(layered, sizes);
  const limit = Math.max(WIDE, WIDE_SHAPE * height, Math.sqrt(AIM * area));
  const ranks = Array.from(isFixed.keys()).filter((r) => {
    const vertices = order.vertices.subarray(order.layerStart[r], order.layerStart[r + 1]);
    return !isFixed[r] && rankWidth(layered, vertices, sizes) > limit;
  });
  return { ranks, limit };
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

export function rankWidth(
  layered: LayeredGraph,
  vertices: Int32Array,
  { width }: ClosedSizes,
): number {
  let sum = 0;
  for (const v of vertices) sum += v < layered.nodeCount ? width[v] + NODE_GAP : LINE_GAP;
  return sum;
}
