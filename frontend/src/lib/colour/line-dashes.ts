/** How lines are dashed, so that they differ without their colours too. */

/** Strokes and gaps in CSS pixels, by a line's `dash`; the first is solid. */
export const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3.5], [9, 3, 2, 3], [16, 4]];

/** The strokes and gaps of a line; beyond the last pattern they begin anew. */
export function dashLengths(dash: number): readonly number[] {
  return DASHES[dash % DASHES.length] as readonly number[];
}
