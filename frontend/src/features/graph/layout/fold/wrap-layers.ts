/**
 * Pass 10: wrapping.
 *
 * Before: coordinates of a whole part, and the ranks after which it is cut. After: its pieces
 * stand side by side, bottom to bottom; lines from one piece to the next leave over its top,
 * run down between the two and enter from below, nested so that none crosses another.
 */

import type { Extents } from "../coordinates/brandes-koepf";
import type { Bands } from "../coordinates/rank-bands";
import type { LayerOrder } from "../order/layer-order";
import type { LayeredGraph } from "../rank/layered-graph";
import { LINE_GAP, PART_GAP } from "../spacing";

/** The way of a segment that goes on in the next column: up to `top`, over to `x`, down. */
export interface Detour {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Detours by segment. */
export type Detours = ReadonlyMap<number, Detour>;

export interface Wrapped {
  readonly x: Float64Array;
  readonly bands: Bands;
  readonly detours: Detours;
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/**
 * `labels` is the width of each segment's label, and `borders` the room that has to stay free below
 * and above pieces inside an open scope.
 */
export function wrapPart(
  layered: LayeredGraph,
  order: LayerOrder,
  cuts: Int32Array,
  extents: Extents,
  x: Float64Array,
  bands: Bands,
  labels: Float64Array,
  borders: { readonly first: number; readonly last: number },
): Wrapped {
  const pieces = cutPieces(layered, cuts, extents, x);
  const lines = Array.from(cuts, (r) => linesAfter(layered, order, r));
  const room = Math.max(0, ...lines.map((line) => (line.length + 1) * LINE_GAP));
  const channels = lines.map((segments) => channelOf(segments, labels));
  const { shift, right } = standSideBySide(pieces, channels);
  const shiftY = Float64Array.from(pieces, ({ from }, i) =>
    i === 0 ? 0 : borders.first + room - bands.low[from],
  );
  const moved = moveBands(bands, pieces, shiftY);
  return {
    x: x.map((value, v) => value + shift[pieceOf(pieces, layered.rank[v])]),
    bands: moved,
    detours: detoursBetween(pieces, lines, right, channels, moved),
    left: 0,
    right: right[pieces.length - 1],
    height: heightOf(moved, pieces, room + borders.last),
  };
}

/** How wide the channel of some lines between two pieces is: a label in its middle fits as well. */
function channelOf(segments: readonly number[], labels: Float64Array): number {
  const widest = segments.reduce((most, segment) => Math.max(most, labels[segment]), 0);
  const lines = (segments.length - 1) * LINE_GAP;
  return lines + Math.max(PART_GAP + 2 * LINE_GAP, widest + LINE_GAP);
}

/** How far each piece moves across the flow, with a channel for lines beside it, and its end. */
function standSideBySide(
  pieces: readonly Piece[],
  channels: readonly number[],
): { shift: Float64Array; right: Float64Array } {
  const shift = new Float64Array(pieces.length);
  const right = new Float64Array(pieces.length);
  pieces.forEach((piece, i) => {
    const from = i === 0 ? 0 : right[i - 1] + channels[i - 1];
    shift[i] = from - piece.left;
    right[i] = from + piece.right - piece.left;
  });
  return { shift, right };
}

/** The ways of all lines from each piece to the next, nested, in the middle of their channel. */
function detoursBetween(
  pieces: readonly Piece[],
  lines: readonly (readonly number[])[],
  right: Float64Array,
  channels: readonly number[],
  { low, high }: Bands,
): Detours {
  const detours = new Map<number, Detour>();
  lines.forEach((segments, i) => {
    const middle = right[i] + channels[i] / 2;
    segments.forEach((segment, j) => {
      detours.set(segment, {
        x: middle + ((segments.length - 1) / 2 - j) * LINE_GAP,
        top: high[pieces[i].to] + (segments.length - j) * LINE_GAP,
        bottom: low[pieces[i + 1].from] - (j + 1) * LINE_GAP,
      });
    });
  });
  return detours;
}

/** A piece holds the ranks `from` to `to`, both included. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

function cutPieces(
  layered: LayeredGraph,
  cuts: Int32Array,
  extents: Extents,
  x: Float64Array,
): Piece[] {
  const ends = [...cuts, layered.rankCount - 1];
  const pieces = ends.map((to, i) => ({
    from: i === 0 ? 0 : ends[i - 1] + 1,
    to,
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
  }));
  for (let v = 0; v < x.length; v++) {
    const piece = pieces[pieceOf(pieces, layered.rank[v])];
    piece.left = Math.min(piece.left, x[v] - extents.left[v]);
    piece.right = Math.max(piece.right, x[v] + extents.right[v]);
  }
  return pieces;
}

function pieceOf(pieces: readonly { readonly to: number }[], rank: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle].to < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The segments that climb from a rank to the next, from left to right. */
function linesAfter(layered: LayeredGraph, order: LayerOrder, rank: number): number[] {
  const segments: number[] = [];
  for (let i = order.layerStart[rank]; i < order.layerStart[rank + 1]; i++) {
    const v = order.vertices[i];
    const leaving = Array.from(
      layered.above.edges.subarray(layered.above.start[v], layered.above.start[v + 1]),
    );
    const placeOf = (segment: number): number => order.place[layered.high[segment]];
    segments.push(...leaving.sort((a, b) => placeOf(a) - placeOf(b) || a - b));
  }
  return segments;
}

function moveBands(bands: Bands, pieces: readonly Piece[], shiftY: Float64Array): Bands {
  const move = (y: number, r: number): number => y + shiftY[pieceOf(pieces, r)];
  return { low: bands.low.map(move), high: bands.high.map(move) };
}

/** Lines leave over the top of every piece but the last, whose top may be a border itself. */
function heightOf({ high }: Bands, pieces: readonly Piece[], roomAbove: number): number {
  let height = 0;
  pieces.forEach(({ to }, i) => {
    height = Math.max(height, high[to] + (i === pieces.length - 1 ? 0 : roomAbove));
  });
  return height;
}
