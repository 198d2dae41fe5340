import { BUTTON_ROOM, countText, FONTS, type MeasureText } from "./box-size";
import { SCOPE_HEADER } from "./layout/spacing";
import { groundAt, type Palette } from "./palette";
import type { SceneBox } from "./scene";
import { cutText } from "./text-measure";

/** Everything that a drawing function needs besides what it draws. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly scale: number;
  readonly measure: MeasureText;
}

/** Zoom from which names, and corners and buttons, are drawn. */
const TEXT_FROM = 0.38;
const DETAIL_FROM = 0.16;
const METANODE_RADIUS = 8;
const SCOPE_RADIUS = 10;
const BUTTON_SIZE = 13;

export type Standing = "plain" | "hovered" | "selected";

/** The ground and border of an open scope; its header is drawn later, over the edges. */
export function drawScope(brush: Brush, box: SceneBox, standing: Standing): void {
  const { context, palette } = brush;
  context.globalAlpha = box.opacity;
  context.fillStyle = groundAt(palette, box.depth + 1);
  outline(brush, box, SCOPE_RADIUS);
  context.fill();
  strokeBorder(brush, palette.scopeLine, standing);
}

export function drawScopeHeader(brush: Brush, box: SceneBox): void {
  if (brush.scale < TEXT_FROM) return;
  const { context, palette, measure } = brush;
  const { x, y, width } = box.worldRect;
  const middle = y + SCOPE_HEADER / 2 + 1;
  context.globalAlpha = box.opacity;
  const count = countText(box.node.count);
  const room = width - BUTTON_ROOM - 12;
  const name = cutText(box.node.label, FONTS.metanode, room, measure);
  const nameWidth = measure(name, FONTS.metanode);
  const countWidth = measure(count, FONTS.count);
  const withCount = nameWidth + 8 + countWidth <= room;
  context.fillStyle = groundAt(palette, box.depth + 1);
  const patch = nameWidth + (withCount ? countWidth + 8 : 0) + 8;
  context.fillRect(x + BUTTON_ROOM - 4, middle - 8, patch, 16);
  drawButton(brush, x, middle, "−");
  write(brush, name, x + BUTTON_ROOM, middle, FONTS.metanode, palette.text);
  if (!withCount) return;
  write(brush, count, x + BUTTON_ROOM + nameWidth + 8, middle, FONTS.count, palette.textSoft);
}

/** A closed node: a metanode, or an op as a pill. */
export function drawNode(brush: Brush, box: SceneBox, standing: Standing): void {
  brush.context.globalAlpha = box.opacity;
  if (box.node.kind === "op") drawOp(brush, box, standing);
  else drawMetanode(brush, box, standing);
}

function drawOp(brush: Brush, box: SceneBox, standing: Standing): void {
  const { context, palette } = brush;
  const { x, y, width, height } = box.worldRect;
  context.fillStyle = palette.op;
  outline(brush, box, height / 2);
  context.fill();
  strokeBorder(brush, palette.opLine, standing);
  if (brush.scale < TEXT_FROM) return;
  const text = cutText(box.node.label, FONTS.op, width - 16, brush.measure);
  const left = x + (width - brush.measure(text, FONTS.op)) / 2;
  write(brush, text, left, y + height / 2 + 0.5, FONTS.op, palette.text);
}

function drawMetanode(brush: Brush, box: SceneBox, standing: Standing): void {
  const { context, palette, measure } = brush;
  const { x, y, width, height } = box.worldRect;
  context.fillStyle = palette.metanode;
  outline(brush, box, METANODE_RADIUS);
  context.fill();
  strokeBorder(brush, palette.metanodeLine, standing);
  if (brush.scale < TEXT_FROM) return;
  const inset = box.node.expandable ? BUTTON_ROOM : 12;
  const text = cutText(box.node.label, FONTS.metanode, width - inset - 8, measure);
  const middle = y + height / 2;
  if (box.node.expandable) drawButton(brush, x, middle, "+");
  write(brush, text, x + inset, middle - 6.5, FONTS.metanode, palette.text);
  write(brush, countText(box.node.count), x + inset, middle + 8.5, FONTS.count, palette.textSoft);
}

function drawButton({ context, palette }: Brush, x: number, middle: number, sign: "+" | "−"): void {
  const left = x + (BUTTON_ROOM - BUTTON_SIZE) / 2;
  const centre = left + BUTTON_SIZE / 2;
  context.strokeStyle = palette.button;
  context.lineWidth = 1.2;
  context.beginPath();
  context.roundRect(left, middle - BUTTON_SIZE / 2, BUTTON_SIZE, BUTTON_SIZE, 3.5);
  context.moveTo(centre - 3.2, middle);
  context.lineTo(centre + 3.2, middle);
  if (sign === "+") {
    context.moveTo(centre, middle - 3.2);
    context.lineTo(centre, middle + 3.2);
  }
  context.stroke();
}

function outline({ context, scale }: Brush, { worldRect }: SceneBox, radius: number): void {
  const { x, y, width, height } = worldRect;
  context.beginPath();
  if (scale < DETAIL_FROM) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}

function strokeBorder(
  { context, palette, scale }: Brush,
  colour: string,
  standing: Standing,
): void {
  context.strokeStyle = standing === "plain" ? colour : palette.accent;
  const viewWidth = standing === "selected" ? 2.5 : standing === "hovered" ? 1.5 : 1;
  context.lineWidth =
    standing === "plain" ? Math.max(1, 0.7 / scale) : viewWidth / Math.min(1, scale);
  context.stroke();
}

/** Writes from the left at a middle line. */
export function write(
  { context }: Brush,
  text: string,
  x: number,
  middle: number,
  font: string,
  colour: string,
): void {
  context.font = font;
  context.fillStyle = colour;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(text, x, middle);
}
