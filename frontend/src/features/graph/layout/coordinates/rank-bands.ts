/**
 * Pass 9: vertical coordinates.
 *
 * Before: ranks, x and heights. After: each rank has a band that holds all its boxes; bands do
 * not overlap, and the gaps between them, where all slanted pieces of edges lie, are high
 * enough for labels and for lines that travel far.
 */
import type { LayeredGraph } from "../rank/layered-graph";
import { MAX_SLANT_ROOM, RANK_GAP, SLANT_SHARE } from "../spacing";

/** Where the bands of the ranks begin and end along the flow, rank 0 at 0. */
export interface Bands {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The least height of the first and the last gap, where a scope's border needs room. */
export interface BorderGaps {
  readonly first: number;
  readonly last: number;
}

/**
 * `heights` holds the footprint of every node; `extra` tells per gap (rank r to r + 1) how much
 * higher it has to be for labels and for the tracks of right-angled lines; all gaps are `spread`
 * times their default height.
 */
export function assignBands(
  layered: LayeredGraph,
  x: Float64Array,
  heights: Float64Array,
  extra: Float64Array,
  border: BorderGaps,
  spread: number,
): Bands {
  const ranks = layered.rankCount;
  const height = bandHeights(layered, heights);
  const slant = widestSlants(layered, x);
  const low = new Float64Array(ranks);
  const high = new Float64Array(ranks);
  for (let r = 0; r < ranks; r++) {
    low[r] = r === 0 ? 0 : high[r - 1] + gapAbove(r - 1);
    high[r] = low[r] + height[r];
  }
  return { low, high };

  function gapAbove(r: number): number {
    const slantRoom = Math.min(MAX_SLANT_ROOM, slant[r] * SLANT_SHARE);
    const desired = spread * (RANK_GAP + slantRoom) + extra[r];
    const least = Math.max(r === 0 ? border.first : 0, r === ranks - 2 ? border.last : 0);
    return Math.max(desired, least);
  }
}

function bandHeights(layered: LayeredGraph, heights: Float64Array): Float64Array {
  const height = new Float64Array(layered.rankCount);
  for (let v = 0; v < layered.nodeCount; v++) {
    height[layered.rank[v]] = Math.max(height[layered.rank[v]], heights[v]);
  }
  return height;
}

/** Per gap, how far its widest segment travels sideways. */
function widestSlants(layered: LayeredGraph, x: Float64Array): Float64Array {
  const slant = new Float64Array(layered.rankCount);
  for (let s = 0; s < layered.low.length; s++) {
    const r = layered.rank[layered.low[s]];
    slant[r] = Math.max(slant[r], Math.abs(x[layered.high[s]] - x[layered.low[s]]));
  }
  return slant;
}
