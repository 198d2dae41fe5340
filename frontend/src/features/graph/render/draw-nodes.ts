import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import { SCOPE_HEADER } from "../layout/spacing";
import {
  BUTTON_FROM,
  BUTTON_ROOM,
  countText,
  fontOf,
  LEGIBLE,
  LEGIBLE_SIZE,
  legibleFont,
  type MeasureText,
  secondLine,
  TEXT_SIZES,
} from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import { drawNodeShape, faceOf, outline } from "./node-shapes";
import { type NodeLook, nodeLook, scopeLine } from "./node-style";
import { cutText } from "./text-metrics";
import { groundAt, type Palette } from "./theme";

/** Everything that a drawing function needs besides what it draws. */
export interface Brush {
  readonly context: DrawingContext;
  readonly palette: Palette;
  readonly scale: number;
  readonly measure: MeasureText;
}

/** Zoom from which a metanode's count is drawn. */
const COUNT_FROM = 0.62;
/** View pixels that names are cut at where the drawing is small, and are drawn from. */
const MIN_LEGIBLE = 5;
const MIN_DRAWN = 4;
/** The largest text that its box can hold, in world units. */
const MAX_OP_TEXT = 17;
const MAX_METANODE_TEXT = 26;
const MAX_HEADER_TEXT = 18;
/** Zoom below which no name of a closed node is drawn: the largest would be too small. */
const NAMES_FROM = MIN_DRAWN / MAX_METANODE_TEXT;
const SCOPE_RADIUS = 10;
const NOTE_SIZE = 10;
const BUTTON_SIZE = 13;

type Look = "op" | "metanode";

export type Standing = "plain" | "hovered" | "selected";

/** The ground and border of an open scope; its header is drawn later, over the edges. */
export function drawScope(brush: Brush, box: SceneBox, standing: Standing): void {
  const { context, palette } = brush;
  context.globalAlpha = box.opacity;
  context.fillStyle = groundAt(palette, box.depth + 1);
  outline(brush, box.worldRect, SCOPE_RADIUS);
  context.fill();
  strokeBorder(brush, box.paint ?? scopeLine(box.node, palette), standing);
}

export function drawScopeHeader(brush: Brush, box: SceneBox): void {
  const { context, palette, measure, scale } = brush;
  const { x, y, width } = box.worldRect;
  const middle = y + SCOPE_HEADER / 2 + 1;
  const withButton = scale >= BUTTON_FROM;
  const left = x + (withButton ? BUTTON_ROOM : 8);
  const room = x + width - left - 12;
  const size = textSize(brush, "metanode", box.node.label, room, MAX_HEADER_TEXT);
  if (size * scale < MIN_DRAWN) return;
  const font = fontOf("metanode", size);
  const name = cutText(box.node.label, font, room, measure, box.distinct);
  const count = countText(box.node.count);
  const nameRoom = measure(name, font) + 8;
  const countFont = legibleFont("count", scale);
  const countRoom = measure(count, countFont);
  const withCount = scale >= COUNT_FROM && nameRoom + countRoom <= room;
  context.globalAlpha = box.opacity;
  context.fillStyle = groundAt(palette, box.depth + 1);
  context.fillRect(left - 4, middle - 9, nameRoom + (withCount ? countRoom + 8 : 0), 18);
  if (withButton) drawButton(brush, x, middle, "−");
  write(brush, name, left, middle, font, palette.text);
  if (withCount) write(brush, count, left + nameRoom, middle, countFont, palette.textSoft);
  if (box.isNoted) drawNoteMark(brush, box);
}

/**
 * Closed nodes. At a zoom without names, those of one look share a path: thousands of them are in
 * view then.
 */
export function drawNodes(
  brush: Brush,
  boxes: readonly SceneBox[],
  standingOf: (box: SceneBox) => Standing,
): void {
  if (brush.scale >= NAMES_FROM) {
    for (const box of boxes) drawNode(brush, box, standingOf(box));
    return;
  }
  const alike = new Map<string, { look: NodeLook; boxes: SceneBox[] }>();
  const others: SceneBox[] = [];
  for (const box of boxes) {
    const look = nodeLook(box.node, box.paint, box.fill, brush.palette);
    const isPlain = look.tint === undefined && look.bands.length === 0 && !box.isNoted;
    if (!isPlain || standingOf(box) !== "plain") others.push(box);
    else addTo(alike, `${look.fill} ${look.line} ${box.opacity}`, box, look);
  }
  for (const group of alike.values()) drawAlike(brush, group.boxes, group.look);
  for (const box of others) drawNode(brush, box, standingOf(box));
}

function addTo(
  groups: Map<string, { look: NodeLook; boxes: SceneBox[] }>,
  key: string,
  box: SceneBox,
  look: NodeLook,
): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, { look, boxes: [box] });
  else group.boxes.push(box);
}

function drawAlike(brush: Brush, boxes: readonly SceneBox[], look: NodeLook): void {
  const { context } = brush;
  context.globalAlpha = boxes[0]?.opacity ?? 1;
  context.beginPath();
  for (const { worldRect } of boxes) {
    context.rect(worldRect.x, worldRect.y, worldRect.width, worldRect.height);
  }
  context.fillStyle = look.fill;
  context.fill();
  strokeBorder(brush, look.line, "plain");
}

/** A closed node; what is no op has its number of ops below its name. */
function drawNode(brush: Brush, box: SceneBox, standing: Standing): void {
  const { context, palette, scale } = brush;
  context.globalAlpha = box.opacity;
  const look = nodeLook(box.node, box.paint, box.fill, palette);
  drawNodeShape(brush, box, look);
  strokeBorder(brush, look.line, standing);
  if (box.node.kind === "op") writeCentred(brush, box, "op", MAX_OP_TEXT);
  else if (scale < BUTTON_FROM) writeCentred(brush, box, "metanode", MAX_METANODE_TEXT);
  else writeMetanode(brush, box);
  if (box.isNoted) drawNoteMark(brush, box);
}

/** The button, the name and, from some zoom on, the number of ops below it. */
function writeMetanode(brush: Brush, box: SceneBox): void {
  const { node, fill } = box;
  const { palette, measure, scale } = brush;
  const { x, y, width, height } = faceOf(box);
  const middle = y + height / 2;
  const inset = node.expandable ? BUTTON_ROOM : 12;
  if (node.expandable) drawButton(brush, x, middle, "+");
  const below = scale >= COUNT_FROM ? secondLine(node) : "";
  const withCount = below !== "";
  const room = width - inset - 6;
  const most = withCount ? TEXT_SIZES.metanode : MAX_METANODE_TEXT;
  const font = fontOf("metanode", textSize(brush, "metanode", node.label, room, most));
  const text = cutText(node.label, font, room, measure, box.distinct);
  write(brush, text, x + inset, withCount ? middle - 6.5 : middle, font, palette.text);
  if (!withCount) return;
  const countFont = legibleFont("count", scale);
  const soft = fill === undefined ? palette.textSoft : palette.text;
  const count = cutText(below, countFont, room, measure);
  write(brush, count, x + inset, middle + 8.5, countFont, soft);
}

/** The name alone, as large as it must be to be read at this zoom and can be in its box. */
function writeCentred(brush: Brush, box: SceneBox, look: Look, most: number): void {
  const { x, y, width, height } = faceOf(box);
  const room = width - height / 3;
  const size = textSize(brush, look, box.node.label, room, most);
  if (size * brush.scale < MIN_DRAWN) return;
  const font = fontOf(look, size);
  const text = cutText(box.node.label, font, room, brush.measure, box.distinct);
  const left = x + (width - brush.measure(text, font)) / 2;
  write(brush, text, left, y + height / 2 + 0.5, font, brush.palette.text);
}

/**
 * A text size in world units, grown when zoomed out so that the text stays legible, as far as
 * its room allows without cutting it short.
 */
function textSize(brush: Brush, look: Look, text: string, room: number, most: number): number {
  const { scale, measure } = brush;
  const own = TEXT_SIZES[look];
  const fitting = (room * own) / Math.max(1, measure(text, fontOf(look)));
  const least = Math.min(
    most,
    Math.max(MIN_LEGIBLE / scale, Math.min(LEGIBLE / scale, LEGIBLE_SIZE)),
  );
  const legible = Math.min(most, LEGIBLE / scale);
  const size = Math.max(own, Math.min(legible, Math.max(fitting, least)));
  // In half units, so that few fonts are measured.
  return size <= LEGIBLE_SIZE ? Math.ceil(2 * size) / 2 : Math.floor(2 * size) / 2;
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

/** A folded corner at the upper right. */
function drawNoteMark({ context, palette }: Brush, { worldRect }: SceneBox): void {
  const right = worldRect.x + worldRect.width;
  context.fillStyle = palette.note;
  context.beginPath();
  context.moveTo(right - NOTE_SIZE, worldRect.y);
  context.lineTo(right, worldRect.y);
  context.lineTo(right, worldRect.y + NOTE_SIZE);
  context.closePath();
  context.fill();
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
