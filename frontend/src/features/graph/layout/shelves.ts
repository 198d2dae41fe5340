/**
 * Packing of rectangles on shelves, in two steps: which shelf, and where on it.
 *
 * The first step sees the sizes of closed nodes only and is kept for life; the second sees
 * real sizes. So opening a scope pushes its neighbours along and never sends one to another
 * shelf.
 */
import { ASPECT_RATIO } from "./spacing";

export interface Placed {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Sorts rectangles onto shelves, in the order given, such that the whole comes near the wanted
 * ratio of width to height.
 *
 * @returns per shelf, the indices that stand on it from left to right.
 */
export function planShelves(width: Float64Array, height: Float64Array, gap: number): Int32Array[] {
  let area = 0;
  let widest = 0;
  for (let i = 0; i < width.length; i++) {
    area += (width[i] + gap) * (height[i] + gap);
    widest = Math.max(widest, width[i]);
  }
  const limit = Math.max(widest, Math.sqrt(area * ASPECT_RATIO));
  const shelves: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (let i = 0; i < width.length; i++) {
    if (used + width[i] > limit) {
      shelves.push([]);
      used = 0;
    }
    shelves[shelves.length - 1].push(i);
    used += width[i] + gap;
  }
  return shelves.map((shelf) => Int32Array.from(shelf));
}

/** Places rectangles on their shelves; x and y are corners, the first shelf has the largest y. */
export function fillShelves(
  shelves: readonly Int32Array[],
  width: Float64Array,
  height: Float64Array,
  gap: number,
): Placed {
  const x = new Float64Array(width.length);
  const y = new Float64Array(width.length);
  let bottom = 0;
  let widest = 0;
  for (let s = shelves.length - 1; s >= 0; s--) {
    let right = 0;
    let tallest = 0;
    for (const i of shelves[s]) {
      x[i] = right;
      y[i] = bottom;
      right += width[i] + gap;
      tallest = Math.max(tallest, height[i]);
    }
    for (const i of shelves[s]) y[i] += tallest - height[i];
    widest = Math.max(widest, right - gap);
    bottom += tallest + gap;
  }
  return { x, y, width: widest, height: Math.max(0, bottom - gap) };
}
