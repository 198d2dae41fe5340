/**
 * Pass 9: vertical coordinates.
 *
 * Before: ranks, x and heights. After: each rank has a band that holds all its boxes; bands do
 * not overlap, and the gaps between them, where all slanted pieces of edges lie, are high
 * enough for labels and for lines that travel far.
 */
import type { LayeredGraph } from "../rank/layered-graph";
import { MAX_CROWD_ROOM, MAX_SLANT_ROOM, RANK_GAP, SLANT_SHARE } from "../spacing";
import type { Slots } from "./edge-slots";

/** Places across a gap at which the lines over one another are counted. */
const SPOTS = 32;

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

/** The x of all vertices; per segment, where it leaves them and how thick it is. */
interface Lines {
  readonly x: Float64Array;
  readonly slots: Slots;
  readonly thickness: Float64Array;
}

/**
 * `heights` holds the footprint of every node; `extra` tells per gap (rank r to r + 1) how much
 * higher it has to be for labels and for the tracks of right-angled lines; all gaps are `spread`
 * times their default height. A gap is the higher the more and the thicker lines run sideways in it.
 */
export function assignBands(
  layered: LayeredGraph,
  { x, slots, thickness }: Lines,
  heights: Float64Array,
  extra: Float64Array,
  border: BorderGaps,
  spread: number,
): Bands {
  const ranks = layered.rankCount;
  const height = bandHeights(layered, heights);
  const slant = widestSlants(layered, x);
  const crowd = crowding(layered, slots, thickness);
  const low = new Float64Array(ranks);
  const high = new Float64Array(ranks);
  for (let r = 0; r < ranks; r++) {
    low[r] = r === 0 ? 0 : high[r - 1] + gapAbove(r - 1);
    high[r] = low[r] + height[r];
  }
  return { low, high };

  function gapAbove(r: number): number {
    const slantRoom = Math.min(MAX_SLANT_ROOM, slant[r] * SLANT_SHARE);
    const crowdRoom = Math.min(MAX_CROWD_ROOM, crowd[r] - RANK_GAP);
    const desired = spread * (RANK_GAP + Math.max(slantRoom, crowdRoom)) + extra[r];
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

/** Per gap, how thick those lines are together that lie over one another on their way sideways. */
function crowding(
  { rank, rankCount, low }: LayeredGraph,
  { atLow, atHigh }: Slots,
  thickness: Float64Array,
): Float64Array {
  const left = new Float64Array(rankCount).fill(Number.POSITIVE_INFINITY);
  const right = new Float64Array(rankCount).fill(Number.NEGATIVE_INFINITY);
  for (let s = 0; s < low.length; s++) {
    const r = rank[low[s]];
    left[r] = Math.min(left[r], atLow[s], atHigh[s]);
    right[r] = Math.max(right[r], atLow[s], atHigh[s]);
  }
  // At each place, by how much the thickness of what lies there grows.
  const growth = new Float64Array(rankCount * (SPOTS + 1));
  for (let s = 0; s < low.length; s++) {
    const r = rank[low[s]];
    const spot = (x: number): number => Math.round((SPOTS * (x - left[r])) / (right[r] - left[r]));
    if (atLow[s] === atHigh[s]) continue;
    growth[r * (SPOTS + 1) + spot(Math.min(atLow[s], atHigh[s]))] += thickness[s];
    growth[r * (SPOTS + 1) + spot(Math.max(atLow[s], atHigh[s]))] -= thickness[s];
  }
  return left.map((_, r) => {
    let [most, now] = [0, 0];
    for (let i = 0; i < SPOTS; i++) {
      now += growth[r * (SPOTS + 1) + i];
      most = Math.max(most, now);
    }
    return most;
  });
}
