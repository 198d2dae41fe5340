/**
 * Right-angled edges: a height for the level piece of every slanted segment.
 *
 * In each gap the level pieces are put on tracks, such that no two on one track overlap. Those
 * that run to the right take their tracks from the one that starts furthest right, those that
 * run to the left from the one that starts furthest left: a piece then passes over the starts of
 * the others and under their ends, and two that run the same way never cross needlessly.
 */

import type { Slots } from "../coordinates/edge-slots";
import type { LayeredGraph } from "../rank/layered-graph";

/** Between two tracks, and between the outermost ones and the boxes. */
export const TRACK_GAP = 8;
/** Pieces nearer to one another than this do not share a track. */
const APART = 6;

export interface Tracks {
  /** Per segment, its track from below; -1 where it runs straight up. */
  readonly track: Int32Array;
  /** Per gap, how many tracks it has. */
  readonly count: Int32Array;
}

export function assignTracks(layered: LayeredGraph, { atLow, atHigh }: Slots): Tracks {
  const track = new Int32Array(layered.low.length).fill(-1);
  const count = new Int32Array(layered.rankCount);
  const gaps: number[][] = Array.from({ length: layered.rankCount }, () => []);
  for (let s = 0; s < track.length; s++) {
    if (atLow[s] !== atHigh[s]) gaps[layered.rank[layered.low[s]]].push(s);
  }
  gaps.forEach((segments, r) => {
    const rightwards = segments.filter((s) => atHigh[s] > atLow[s]);
    const leftwards = segments.filter((s) => atHigh[s] < atLow[s]);
    rightwards.sort((a, b) => atLow[b] - atLow[a] || atHigh[b] - atHigh[a] || a - b);
    leftwards.sort((a, b) => atLow[a] - atLow[b] || atHigh[a] - atHigh[b] || a - b);
    const ends: number[] = [];
    for (const s of rightwards) track[s] = reserveTrack(ends, -atHigh[s], -atLow[s]);
    const below = ends.length;
    const others: number[] = [];
    for (const s of leftwards) track[s] = below + reserveTrack(others, atHigh[s], atLow[s]);
    count[r] = below + others.length;
  });
  return { track, count };
}

/**
 * The lowest track above all that the piece from `from` to `to` overlaps; `ends` holds, per
 * track, the far end of the last piece on it. Pieces come in ascending order of `to`.
 */
function reserveTrack(ends: number[], from: number, to: number): number {
  let track = ends.length;
  while (track > 0 && ends[track - 1] + APART <= from) track--;
  ends[track] = to;
  return track;
}
