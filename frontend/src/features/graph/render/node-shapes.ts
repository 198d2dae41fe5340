/** The shapes of closed nodes, filled; the path of the foremost outline is left to be stroked. */

import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import type { Rect } from "../../../lib/geometry/geometry";
import { STACK_ROOM } from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import { isGroup } from "../scope/model";
import { fillBands } from "./draw-colour-bands";
import { type Fade, fadeIn } from "./fading";
import type { NodeLook } from "./node-style";

/** The zooms over which round corners come, and the cards of stacks and the bars of frames. */
const DETAIL_COMES: Fade = [0.12, 0.2];
const METANODE_RADIUS = 8;
const FRAME_RADIUS = 3;
/** How many cards of a stack lie behind the first. */
const STACK_BEHIND = 2;
/** How much of a viewer's colour is in the ground. */
const TINT = 0.28;
/** From the ends of a function's box to the bars beside them. */
const FRAME_BAR = 4;

/** What shapes are drawn with: the context, and the zoom it is scaled by. */
interface Pen {
  readonly context: DrawingContext;
  readonly scale: number;
}

export function drawNodeShape(pen: Pen, { worldRect, opacity }: SceneBox, look: NodeLook): void {
  const detail = fadeIn(pen.scale, DETAIL_COMES);
  if (look.shape === "stack" && detail > 0) {
    drawStack(pen, worldRect, look, opacity, detail);
    return;
  }
  outline(pen, worldRect, radiusOf(look, worldRect));
  fillGround(pen, worldRect, look, opacity);
  if (look.shape !== "frame" || detail === 0) return;
  pen.context.globalAlpha = opacity * detail;
  drawBars(pen, worldRect, look.line);
  pen.context.globalAlpha = opacity;
  outline(pen, worldRect, radiusOf(look, worldRect));
}

/** Whether a shape is one outline with one ground at a zoom: many can share a path then. */
export function isSimple({ shape, tint, bands }: NodeLook, scale: number): boolean {
  if (tint !== undefined || bands.length > 0) return false;
  return shape === "pill" || shape === "box" || fadeIn(scale, DETAIL_COMES) === 0;
}

/** Fills the path; a colour of the viewer's tints the kind's own, so that text stays legible. */
function fillGround(pen: Pen, rect: Rect, look: NodeLook, opacity: number): void {
  const { context } = pen;
  const { fill, tint, bands } = look;
  context.fillStyle = fill;
  context.fill();
  if (bands.length > 0) {
    fillBands(context, rect, radiusOf(look, rect) * fadeIn(pen.scale, DETAIL_COMES), bands);
    outline(pen, rect, radiusOf(look, rect));
  }
  if (tint === undefined) return;
  context.globalAlpha = opacity * TINT;
  context.fillStyle = tint;
  context.fill();
  context.globalAlpha = opacity;
}

/** Of the corners, at zooms that have all details. */
export function radiusOf({ shape }: NodeLook, { height }: Rect): number {
  if (shape === "pill" || shape === "stack") return height / 2;
  return shape === "frame" ? FRAME_RADIUS : METANODE_RADIUS;
}

/** Cards that lie behind each other, up and to the right, within the box. */
function drawStack(pen: Pen, rect: Rect, look: NodeLook, opacity: number, detail: number): void {
  const { context, scale } = pen;
  const room = STACK_ROOM * detail;
  const front = frontCard(rect, room);
  for (let behind = STACK_BEHIND; behind >= 0; behind--) {
    const by = (room / STACK_BEHIND) * behind;
    const card = { ...front, x: front.x + by, y: front.y - by };
    outline(pen, card, radiusOf(look, card));
    fillGround(pen, card, look, opacity);
    if (behind === 0) return;
    context.strokeStyle = look.line;
    context.lineWidth = Math.max(1, 0.7 / scale);
    context.stroke();
  }
}

/** Where the name of a node is written: on the box, or on the foremost card of a stack. */
export function faceOf({ node, worldRect }: SceneBox): Rect {
  return isGroup(node.kind) ? frontCard(worldRect) : worldRect;
}

/** `room` is how far the cards behind it stand out. */
function frontCard({ x, y, width, height }: Rect, room = STACK_ROOM): Rect {
  return { x, y: y + room, width: width - room, height: height - room };
}

/** A second border at both ends, as flow charts have it for what is defined elsewhere. */
function drawBars({ context, scale }: Pen, rect: Rect, line: string): void {
  const { x, y, width, height } = rect;
  context.strokeStyle = line;
  context.lineWidth = Math.max(1, 0.7 / scale);
  context.beginPath();
  for (const bar of [x + FRAME_BAR, x + width - FRAME_BAR]) {
    context.moveTo(bar, y);
    context.lineTo(bar, y + height);
  }
  context.stroke();
}

/** Makes the path of a box with round corners. */
export function outline(pen: Pen, rect: Rect, radius: number): void {
  pen.context.beginPath();
  addOutline(pen, rect, radius);
}

/** Fills boxes and strokes their borders, as the context is set. */
export function paintBoxes(pen: Pen, rects: readonly Rect[], radius: (rect: Rect) => number): void {
  const { context } = pen;
  if (isSharp(pen)) {
    paintSharpBoxes(context, rects);
    return;
  }
  context.beginPath();
  for (const rect of rects) addOutline(pen, rect, radius(rect));
  context.fill();
  context.stroke();
}

/**
 * Thousands of sharp boxes take less alone than as a path, and least without strokes: the border is
 * what the ground leaves of a box in its colour. A box that is thinner than its border is one rectangle.
 */
function paintSharpBoxes(context: DrawingContext, rects: readonly Rect[]): void {
  const { fillStyle, strokeStyle, lineWidth } = context;
  if (context.globalAlpha < 1) {
    // The colour of the border would be seen through the ground.
    for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
    for (const { x, y, width, height } of rects) context.strokeRect(x, y, width, height);
    return;
  }
  const half = lineWidth / 2;
  context.fillStyle = strokeStyle;
  for (const { x, y, width, height } of rects) {
    context.fillRect(x - half, y - half, width + lineWidth, height + lineWidth);
  }
  context.fillStyle = fillStyle;
  for (const { x, y, width, height } of rects) {
    if (Math.min(width, height) <= lineWidth) continue;
    context.fillRect(x + half, y + half, width - lineWidth, height - lineWidth);
  }
}

/** Whether boxes have no round corners at this zoom. */
function isSharp({ scale }: Pen): boolean {
  return fadeIn(scale, DETAIL_COMES) === 0;
}

/** Adds a box to the path; its corners are the sharper, the smaller the drawing. */
export function addOutline({ context, scale }: Pen, rect: Rect, radius: number): void {
  const { x, y, width, height } = rect;
  const detail = fadeIn(scale, DETAIL_COMES);
  if (detail === 0) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, detail * Math.min(radius, width / 2, height / 2));
}
