/** What became of each node of a comparison: a border by colour and dashes, and a sign beside it. */

import type { NodeChange } from "../../../api/types";
import { legibleFont } from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import { type ChangeKind, changeSign } from "../scope/change-sign";
import { lookOf } from "./box-looks";
import { type Brush, SCOPE_RADIUS, write } from "./draw-nodes";
import { type Fade, fadeIn } from "./fading";
import { addOutline, radiusOf } from "./node-shapes";
import { groundAt } from "./theme";

/** Dashes in view pixels: lines tell what colours tell. */
export const CHANGE_DASHES: Readonly<Record<ChangeKind, readonly number[]>> = {
  added: [],
  removed: [5, 4],
  changed: [12, 3, 2, 3],
  moved: [2, 3],
};
/** In view pixels. */
const BORDER = 2;
/** The zooms over which signs come. */
const SIGNS_COME: Fade = [0.16, 0.24];
const SIGN_HEIGHT = 14;
const SIGN_PADDING = 4;
/** The part of a sign that is above its box; the rest is over the border, and above the name. */
const SIGN_ABOVE = 0.85;

/** From far, a plate stands for a closed box, and has its border and its sign. */
export function drawChanges(brush: Brush, boxes: readonly SceneBox[], arePlates = false): void {
  for (const box of boxes) {
    const { change } = box.node;
    // Of an open scope, its inside says what differs.
    if (!change || (box.isOpen && change.status === "changed")) continue;
    const left = arePlates ? 1 : (brush.signs?.nameLeft(box) ?? 1);
    drawBorder(brush, box, change.status, box.isOpen ? 1 : left);
    drawSign(brush, box, change, left);
  }
  brush.context.globalAlpha = 1;
}

function drawBorder(brush: Brush, box: SceneBox, status: ChangeKind, left: number): void {
  if (left === 0) return;
  const { context, palette, scale } = brush;
  const { worldRect } = box;
  const line = BORDER / Math.min(1, scale);
  context.globalAlpha = box.opacity * left;
  context.strokeStyle = palette.changes[status];
  context.lineWidth = line;
  context.setLineDash(CHANGE_DASHES[status].map((length) => length / Math.min(1, scale)));
  context.beginPath();
  const radius = box.isOpen ? SCOPE_RADIUS : radiusOf(lookOf(box, palette), worldRect);
  addOutline(brush, worldRect, radius);
  context.stroke();
  context.setLineDash([]);
}

/** A plate on the upper border, at the left. */
function drawSign(brush: Brush, box: SceneBox, change: NodeChange, left: number): void {
  const { context, palette, measure, scale } = brush;
  const seen = left * fadeIn(scale, SIGNS_COME);
  if (seen === 0) return;
  const text = changeSign(change, box.node.kind === "op");
  const font = legibleFont("count", scale, 22);
  const grown = Math.max(1, Math.min(2.2, 0.9 / scale));
  const [height, padding] = [SIGN_HEIGHT * grown, SIGN_PADDING * grown];
  const width = measure(text, font) + 2 * padding;
  const start = box.worldRect.x - padding;
  const top = box.worldRect.y - height * SIGN_ABOVE;
  context.globalAlpha = box.opacity * seen;
  context.fillStyle = groundAt(palette, box.depth);
  context.strokeStyle = palette.changes[change.status];
  context.lineWidth = 1 / Math.min(1, scale);
  context.beginPath();
  context.roundRect(start, top, width, height, height / 3);
  context.fill();
  context.stroke();
  write(brush, text, start + padding, top + height / 2 + 0.5, font, palette.changes[change.status]);
}
