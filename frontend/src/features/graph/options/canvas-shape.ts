/**
 * The shape of the canvas that a drawing is to fill: measured once, when a graph is first shown, and in
 * few steps, so that neither a resized window nor a panel changes a drawing.
 */
import { type CanvasShape, DEFAULT_CANVAS } from "../layout/request";

/** The toolbar, the path and the legend over and under the canvas, in CSS pixels. */
const BARS = 102;
/** Steps for each doubling. */
const STEPS = 4;
/** A window that is hidden or very small says nothing. */
const LEAST = 128;

/** What the page has for the canvas, whether or not that is there yet. */
export function measureCanvasShape(): CanvasShape {
  const content = document.querySelector("main")?.getBoundingClientRect();
  if (content === undefined) return DEFAULT_CANVAS;
  return steppedShape({ width: content.width, height: content.height - BARS });
}

export function steppedShape({ width, height }: CanvasShape): CanvasShape {
  if (width < LEAST || height < LEAST) return DEFAULT_CANVAS;
  return { width: stepped(width), height: stepped(height) };
}

function stepped(length: number): number {
  return Math.round(2 ** (Math.round(STEPS * Math.log2(length)) / STEPS));
}
