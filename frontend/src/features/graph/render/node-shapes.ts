/** The shapes of closed nodes, filled; the path of the foremost outline is left to be stroked. */

import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import type { Rect } from "../../../lib/geometry/geometry";
import { STACK_ROOM } from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import { isGroup } from "../scope/model";
import { fillBands } from "./draw-colour-bands";
import type { NodeLook } from "./node-style";

/** Zoom from which round corners, stacks and frames are drawn. */
const DETAIL_FROM = 0.16;
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
  if (look.shape === "stack" && pen.scale >= DETAIL_FROM) {
    drawStack(pen, worldRect, look, opacity);
    return;
  }
  outline(pen, worldRect, radiusOf(look, worldRect));
  fillGround(pen, worldRect, look, opacity);
  if (look.shape !== "frame" || pen.scale < DETAIL_FROM) return;
  drawBars(pen, worldRect, look.line);
  outline(pen, worldRect, radiusOf(look, worldRect));
}

/** Fills the path; a colour of the viewer's tints the kind's own, so that text stays legible. */
function fillGround(pen: Pen, rect: Rect, look: NodeLook, opacity: number): void {
  const { context } = pen;
  const { fill, tint, bands } = look;
  context.fillStyle = fill;
  context.fill();
  if (bands.length > 0) {
    fillBands(context, rect, pen.scale < DETAIL_FROM ? 0 : radiusOf(look, rect), bands);
    outline(pen, rect, radiusOf(look, rect));
  }
  if (tint === undefined) return;
  context.globalAlpha = opacity * TINT;
  context.fillStyle = tint;
  context.fill();
  context.globalAlpha = opacity;
}

function radiusOf({ shape }: NodeLook, { height }: Rect): number {
  if (shape === "pill" || shape === "stack") return height / 2;
  return shape === "frame" ? FRAME_RADIUS : METANODE_RADIUS;
}

/** Cards that lie behind each other, up and to the right, within the box. */
function drawStack(pen: Pen, rect: Rect, look: NodeLook, opacity: number): void {
  const { context, scale } = pen;
  const front = frontCard(rect);
  for (let behind = STACK_BEHIND; behind >= 0; behind--) {
    const by = (STACK_ROOM / STACK_BEHIND) * behind;
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

function frontCard({ x, y, width, height }: Rect): Rect {
  return { x, y: y + STACK_ROOM, width: width - STACK_ROOM, height: height - STACK_ROOM };
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
export function outline({ context, scale }: Pen, rect: Rect, radius: number): void {
  const { x, y, width, height } = rect;
  context.beginPath();
  if (scale < DETAIL_FROM) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}
