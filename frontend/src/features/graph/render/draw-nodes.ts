import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import { mix, type Rect } from "../../../lib/geometry/geometry";
import { SCOPE_HEADER } from "../layout/spacing";
import type { Camera } from "../options/camera";
import {
  BUTTON_FROM,
  BUTTON_ROOM,
  countText,
  fontOf,
  LEGIBLE,
  LEGIBLE_SIZE,
  legibleFont,
  MAX_HEADER_TEXT,
  type MeasureText,
  secondLine,
  TEXT_SIZES,
} from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import { lookOf, tonedLook } from "./box-looks";
import { type Fade, fadeIn, TEXT_COMES } from "./fading";
import { drawNodeShape, faceOf, isSimple, paintBoxes, radiusOf } from "./node-shapes";
import { type NodeLook, scopeLine } from "./node-style";
import { cutText } from "./text-metrics";
import { groundAt, type Palette } from "./theme";

/** Everything that a drawing function needs besides what it draws. */
export interface Brush {
  readonly context: DrawingContext;
  readonly palette: Palette;
  readonly scale: number;
  readonly measure: MeasureText;
  /** What is drawn in place of names at zooms that have no room for them. */
  readonly signs?: Signs | undefined;
  /** Draws what became of nodes, in a comparison. */
  readonly changes?: Changes | undefined;
  /** Writes values on nodes that a metric colours. */
  readonly values?: Values | undefined;
  /**
   * Draws in pixels of the view, where the context can: a browser knows the letters of a text from
   * frame to frame when its font is the same, and not when only its size on the screen is.
   */
  readonly inPixels?: (draw: (camera: Camera) => void) => void;
}

/** See `draw-changes`, whose code comes late. */
export interface Changes {
  drawChanges(brush: Brush, boxes: readonly SceneBox[], arePlates?: boolean): void;
}

/** See `draw-values`, whose code comes late. */
export interface Values {
  drawValues(brush: Brush, boxes: readonly SceneBox[]): void;
}

/** Draws signs; see `signs/scene-signs`, whose code comes late. */
export interface Signs {
  /** How much of its kind's colour is in the ground of a closed node, from 0 to 1. */
  tone(box: SceneBox): number;
  drawSigns(brush: Brush, area: Rect, standingOf: StandingOf): void;
  /** How much of a box's own name is to be seen, from 0 to 1. */
  nameLeft(box: SceneBox): number;
}

/** The zooms over which a metanode's count comes, and the button that opens it. */
const COUNT_COMES: Fade = [0.56, 0.64];
const BUTTON_COMES: Fade = [BUTTON_FROM, BUTTON_FROM + 0.06];
/** View pixels that names are cut at where the drawing is small. */
const MIN_LEGIBLE = TEXT_COMES[1];
/** The largest text that its box can hold, in world units. */
const MAX_OP_TEXT = 17;
const MAX_METANODE_TEXT = 26;
/** Zooms below which no name of a closed node is drawn: the largest would be too small. */
const OP_NAMES_FROM = TEXT_COMES[0] / MAX_OP_TEXT;
const METANODE_NAMES_FROM = TEXT_COMES[0] / MAX_METANODE_TEXT;
export const SCOPE_RADIUS = 10;
const NOTE_SIZE = 10;
const BUTTON_SIZE = 13;

type Look = "op" | "metanode";

export type Standing = "plain" | "hovered" | "selected";

export type StandingOf = (box: SceneBox) => Standing;

/**
 * The grounds and borders of open scopes of one depth, which do not overlap: those of one look share a
 * path. Their headers are drawn later, over the edges.
 */
export function drawScopes(brush: Brush, boxes: readonly SceneBox[], standingOf: StandingOf): void {
  const { context, palette } = brush;
  const alike = new Map<string, SceneBox[]>();
  for (const box of boxes) {
    const line = box.paint ?? scopeLine(box.node, palette);
    addTo(alike, `${line} ${standingOf(box)} ${box.opacity}`, box);
  }
  for (const group of alike.values()) {
    const [first] = group;
    if (first === undefined) continue;
    context.globalAlpha = first.opacity;
    context.fillStyle = groundAt(palette, first.depth + 1);
    setBorder(brush, first.paint ?? scopeLine(first.node, palette), standingOf(first));
    paintBoxes(brush, group.map(rectOf), () => SCOPE_RADIUS);
  }
}

export function drawScopeHeader(brush: Brush, box: SceneBox): void {
  const { context, palette, measure, scale } = brush;
  const { x, y, width } = box.worldRect;
  const middle = y + SCOPE_HEADER / 2 + 1;
  const button = fadeIn(scale, BUTTON_COMES);
  const left = x + mix(8, BUTTON_ROOM, button);
  const room = x + width - left - 12;
  const size = textSize(brush, "metanode", box.node.label, room, MAX_HEADER_TEXT);
  const seen = seenName(brush, box, size);
  if (seen === 0) return;
  const font = fontOf("metanode", size);
  const name = cutText(box.node.label, font, room, measure, box.nameForms);
  const count = countText(box.node.count);
  const nameRoom = measure(name, font) + 8;
  const countFont = legibleFont("count", scale);
  const countRoom = measure(count, countFont);
  const counted = nameRoom + countRoom <= room ? fadeIn(scale, COUNT_COMES) : 0;
  context.globalAlpha = seen;
  context.fillStyle = groundAt(palette, box.depth + 1);
  context.fillRect(left - 4, middle - 9, nameRoom + (counted > 0 ? countRoom + 8 : 0), 18);
  write(brush, name, left, middle, font, palette.text);
  if (counted > 0) {
    context.globalAlpha = seen * counted;
    write(brush, count, left + nameRoom, middle, countFont, palette.textSoft);
  }
  if (button > 0) {
    context.globalAlpha = seen * button;
    drawButton(brush, x, middle, "−");
  }
  context.globalAlpha = seen;
  if (box.isNoted) drawNoteMark(brush, box);
}

/**
 * Closed nodes. Those of one look that have no name at this zoom share a path: thousands of them are
 * in view then.
 */
export function drawNodes(brush: Brush, boxes: readonly SceneBox[], standingOf: StandingOf): void {
  const { palette, scale, signs } = brush;
  const alike = new Map<number, Map<NodeLook, SceneBox[]>>();
  for (const box of boxes) {
    const look = tonedLook(lookOf(box, palette), signs?.tone(box) ?? 0);
    const isPlain = standingOf(box) === "plain" && !box.isNoted && isSimple(look, scale);
    if (!isPlain || hasName(box, scale)) drawNode(brush, box, look, standingOf(box));
    else {
      const groups = alike.get(box.opacity) ?? new Map<NodeLook, SceneBox[]>();
      alike.set(box.opacity, groups);
      addTo(groups, look, box);
    }
  }
  for (const [opacity, groups] of alike) {
    brush.context.globalAlpha = opacity;
    for (const [look, group] of groups) drawAlike(brush, group, look);
  }
}

function hasName({ node }: SceneBox, scale: number): boolean {
  return scale >= (node.kind === "op" ? OP_NAMES_FROM : METANODE_NAMES_FROM);
}

function addTo<Key>(groups: Map<Key, SceneBox[]>, key: Key, box: SceneBox): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [box]);
  else group.push(box);
}

function drawAlike(brush: Brush, boxes: readonly SceneBox[], look: NodeLook): void {
  brush.context.fillStyle = look.fill;
  setBorder(brush, look.line, "plain");
  paintBoxes(brush, boxes.map(rectOf), (rect) => radiusOf(look, rect));
}

function rectOf({ worldRect }: SceneBox): Rect {
  return worldRect;
}

/** A closed node; what is no op has its number of ops below its name. */
function drawNode(brush: Brush, box: SceneBox, look: NodeLook, standing: Standing): void {
  const { context, scale } = brush;
  context.globalAlpha = box.opacity;
  drawNodeShape(brush, box, look);
  setBorder(brush, look.line, standing);
  context.stroke();
  if (!hasName(box, scale)) {
    if (box.isNoted) drawNoteMark(brush, box);
    return;
  }
  if (box.node.kind === "op") writeOp(brush, box);
  else writeMetanode(brush, box);
  context.globalAlpha = box.opacity;
  if (box.isNoted) drawNoteMark(brush, box);
}

/** The name alone, as large as it must be to be read at this zoom and can be in its box. */
function writeOp(brush: Brush, box: SceneBox): void {
  const { x, y, width, height } = box.worldRect;
  const { text, font, textWidth } = fittedName(brush, box, "op", width - height / 3, MAX_OP_TEXT);
  const left = x + (width - textWidth) / 2;
  write(brush, text, left, y + height / 2 + 0.5, font, brush.palette.text);
}

/**
 * The name, in the middle where the drawing is small; from some zooms on it makes room for the button
 * at its left and the number of ops below it.
 */
function writeMetanode(brush: Brush, box: SceneBox): void {
  const { node } = box;
  const { context, palette, scale } = brush;
  const { x, y, width, height } = faceOf(box);
  const middle = y + height / 2;
  const button = fadeIn(scale, BUTTON_COMES);
  const below = secondLine(node);
  const counted = below === "" ? 0 : fadeIn(scale, COUNT_COMES);
  const inset = node.expandable ? BUTTON_ROOM : 12;
  const room = width - mix(height / 3, inset + 6, button);
  const most = mix(MAX_METANODE_TEXT, TEXT_SIZES.metanode, counted);
  const { text, font, textWidth } = fittedName(brush, box, "metanode", room, most);
  const left = x + mix((width - textWidth) / 2, inset, button);
  write(brush, text, left, middle + mix(0.5, -6.5, counted), font, palette.text);
  if (node.expandable && button > 0) {
    context.globalAlpha = box.opacity * button;
    drawButton(brush, x, middle, "+");
  }
  if (counted > 0) {
    context.globalAlpha = box.opacity * counted;
    writeCount(brush, box, below, x + inset, middle + 8.5, room);
  }
}

function writeCount(
  brush: Brush,
  { fill }: SceneBox,
  text: string,
  left: number,
  middle: number,
  room: number,
): void {
  const { palette, measure, scale } = brush;
  const font = legibleFont("count", scale);
  const colour = fill === undefined ? palette.textSoft : palette.text;
  write(brush, cutText(text, font, room, measure), left, middle, font, colour);
}

interface FittedName {
  readonly text: string;
  readonly font: string;
  readonly textWidth: number;
}

/** As much of a name as its box has room for; it is as faint as its size makes it hard to read. */
function fittedName(
  brush: Brush,
  box: SceneBox,
  look: Look,
  room: number,
  most: number,
): FittedName {
  const { context, measure } = brush;
  const { node } = box;
  const size = textSize(brush, look, node.label, room, most);
  const font = fontOf(look, size);
  const text = cutText(node.label, font, room, measure, box.nameForms);
  context.globalAlpha = seenName(brush, box, size);
  return { text, font, textWidth: measure(text, font) };
}

/** How much there is to see of a name of some size in world units. */
function seenName({ scale, signs }: Brush, box: SceneBox, size: number): number {
  return box.opacity * fadeIn(size * scale, TEXT_COMES) * (signs?.nameLeft(box) ?? 1);
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

function setBorder({ context, palette, scale }: Brush, colour: string, standing: Standing): void {
  context.strokeStyle = standing === "plain" ? colour : palette.accent;
  const viewWidth = standing === "selected" ? 2.5 : standing === "hovered" ? 1.5 : 1;
  context.lineWidth =
    standing === "plain" ? Math.max(1, 0.7 / scale) : viewWidth / Math.min(1, scale);
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
