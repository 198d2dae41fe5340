/**
 * Levels of detail: what is drawn from some zoom on comes gradually, over a range of zooms. Nothing
 * remembers the frame before, so a zoom always shows the same, and nothing flickers between levels.
 */
import { clamp } from "../../../lib/geometry/geometry";

/** The zooms, or the heights on the screen, over which something comes. */
export type Fade = readonly [from: number, to: number];

/** The heights on the screen, in CSS pixels, over which a text comes: smaller ones are not read. */
export const TEXT_COMES: Fade = [6, 7.5];

/** The zoom below which signs stand for names; see `signs/scene-signs`. */
export const SIGNS_BELOW = 0.5;

/** How much of it there is to see: 0 before its range, 1 behind it. */
export function fadeIn(value: number, [from, to]: Fade): number {
  return clamp((value - from) / (to - from), 0, 1);
}
