/** What is written on nodes that a metric colours: the value, and its course where there is room. */
import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import type { Rect } from "../../../lib/geometry/geometry";
import type { HeatFill } from "../scene/node-fill";
import { legibleFont } from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import { type Brush, write } from "./draw-nodes";
import { type Fade, fadeIn } from "./fading";
import { groundAt } from "./theme";

/** The zooms over which values come. */
const VALUES_COME: Fade = [0.2, 0.3];
const PLATE_HEIGHT = 14;
const PADDING = 4;
const LINE_WIDTH = 46;
/** The part of a plate that is below the lower border of its node, whose count of ops is above it. */
const BELOW = 0.75;

/** A plate on the lower border of each closed node, at the right. */
export function drawValues(brush: Brush, boxes: readonly SceneBox[]): void {
  const seen = fadeIn(brush.scale, VALUES_COME);
  if (seen === 0) return;
  for (const box of boxes) {
    if (!box.isOpen && box.fill?.kind === "heat" && box.fill.text !== undefined) {
      drawPlate(brush, box, box.fill, box.fill.text, seen);
    }
  }
  brush.context.globalAlpha = 1;
}

function drawPlate(brush: Brush, box: SceneBox, fill: HeatFill, text: string, seen: number): void {
  const { context, palette, measure, scale } = brush;
  const { worldRect } = box;
  const grown = Math.max(1, Math.min(2.2, 0.9 / scale));
  const [height, padding] = [PLATE_HEIGHT * grown, PADDING * grown];
  const font = legibleFont("count", scale, 22);
  const textWidth = measure(text, font);
  const bare = textWidth + 2 * padding;
  // Over its neighbours it would be read as theirs.
  if (bare > worldRect.width) return;
  const { line, at = 0 } = fill;
  const lineWidth = LINE_WIDTH * grown;
  const hasLine =
    line !== undefined && line.length > 1 && bare + lineWidth + padding <= worldRect.width;
  const width = bare + (hasLine ? lineWidth + padding : 0);
  const left = worldRect.x + worldRect.width - width;
  const top = worldRect.y + worldRect.height - height * (1 - BELOW);
  context.globalAlpha = box.opacity * seen;
  context.fillStyle = groundAt(palette, box.depth);
  context.strokeStyle = palette.heatLine;
  context.lineWidth = 1 / Math.min(1, scale);
  context.beginPath();
  context.roundRect(left, top, width, height, height / 3);
  context.fill();
  context.stroke();
  write(
    brush,
    text,
    left + width - padding - textWidth,
    top + height / 2 + 0.5,
    font,
    palette.text,
  );
  if (!hasLine) return;
  const inset = height * 0.2;
  const room = { x: left + padding, y: top + inset, width: lineWidth, height: height - 2 * inset };
  context.strokeStyle = palette.textSoft;
  strokeCourse(context, room, line);
  markStep(context, room, line, at, palette.accent, 1.6 * grown);
}

/** Values that are not finite, and those not logged so far, are gaps. */
function strokeCourse(context: DrawingContext, room: Rect, line: ArrayLike<number>): void {
  const yOf = heightOf(room, line);
  context.beginPath();
  let isDown = false;
  for (let at = 0; at < line.length; at++) {
    const y = yOf(line[at] ?? Number.NaN);
    if (Number.isFinite(y)) {
      const x = room.x + (room.width * at) / (line.length - 1);
      if (isDown) context.lineTo(x, y);
      else context.moveTo(x, y);
    }
    isDown = Number.isFinite(y);
  }
  context.stroke();
}

function markStep(
  context: DrawingContext,
  room: Rect,
  line: ArrayLike<number>,
  at: number,
  colour: string,
  radius: number,
): void {
  const y = heightOf(room, line)(line[at] ?? Number.NaN);
  const x = room.x + (room.width * at) / (line.length - 1);
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, Number.isFinite(y) ? y : room.y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** From values to heights in a room; NaN for a value that is not finite. */
export function heightOf(room: Rect, line: ArrayLike<number>): (value: number) => number {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < line.length; at++) {
    const value = line[at] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  return (value) => {
    if (!Number.isFinite(value)) return Number.NaN;
    const part = greatest > least ? (value - least) / (greatest - least) : 0.5;
    return room.y + room.height * (1 - part);
  };
}
