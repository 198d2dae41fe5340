/** Draws what stands on a chart beside its lines: reference lines, and what was chosen. */
import type { DrawingContext } from "../../lib/canvas/drawing-context";
import { boundaryBefore } from "../../lib/format/characters";
import { type ChartAxes, type PlotArea, projection } from "../axes/projection";
import type { ChartMarks, ReferenceLine } from "../model/chart-line";

/** CSS colours and a font. */
export interface MarkLook {
  readonly ink: string;
  readonly paper: string;
  readonly accent: string;
  /** Of text, without its size. */
  readonly family: string;
}

const CHOSEN_RANGE = 0.07;
const REFERENCE_DASH = [6, 4];
const TEXT_PX = 11;
const GAP_PX = 4;
/** About as wide as a letter is. */
const LETTER_PX = 6;
const LEAST_LETTERS = 6;
/** How pale a mark is. */
const MARK = 0.45;

/** Below the lines: the part of the x axis that was chosen. */
export function paintBelow(
  context: DrawingContext,
  { chosenRange }: ChartMarks,
  axes: ChartAxes,
  area: PlotArea,
  look: MarkLook,
): void {
  if (chosenRange === null) return;
  const { x } = projection(axes, "left", area);
  const right = area.left + area.width;
  const inside = (at: number) => Math.max(area.left, Math.min(right, Number.isNaN(at) ? 0 : at));
  const [from, to] = [inside(x(chosenRange[0])), inside(x(chosenRange[1]))];
  context.globalAlpha = CHOSEN_RANGE;
  context.fillStyle = look.accent;
  context.fillRect(from, area.top, to - from, area.height);
  context.globalAlpha = 1;
}

function strokeAcross(
  context: DrawingContext,
  axis: ReferenceLine["axis"],
  at: number,
  area: PlotArea,
): void {
  context.beginPath();
  if (axis === "x") {
    context.moveTo(at, area.top);
    context.lineTo(at, area.top + area.height);
  } else {
    context.moveTo(area.left, at);
    context.lineTo(area.left + area.width, at);
  }
  context.stroke();
}

/** Above a horizontal line at its right end, beside a vertical one at its upper end. */
function writeLabel(
  context: DrawingContext,
  { axis, label }: ReferenceLine,
  at: number,
  area: PlotArea,
  look: MarkLook,
  isLeft: boolean,
): void {
  const { ratio } = area;
  const [gap, half] = [GAP_PX * ratio, (TEXT_PX / 2 + 2) * ratio];
  const isNearTop = axis === "y" && at - 2 * half < area.top;
  const x = axis === "x" ? at + (isLeft ? -gap : gap) : area.left + area.width - gap;
  const y = axis === "x" ? area.top + half : at + (isNearTop ? half : -half);
  context.font = `400 ${TEXT_PX * ratio}px ${look.family}`;
  context.textBaseline = "middle";
  context.textAlign = axis === "x" && !isLeft ? "left" : "right";
  context.strokeStyle = look.paper;
  context.lineWidth = 3 * ratio;
  context.strokeText(label, x, y);
  context.fillStyle = look.ink;
  context.fillText(label, x, y);
}

/** A text cut where the plot ends; empty where too little of it would be left to be read. */
function cutTo(text: string, width: number, { ratio }: PlotArea): string {
  const letters = Math.floor(width / (LETTER_PX * ratio)) - 1;
  if (text.length <= letters + 1) return text;
  if (letters < LEAST_LETTERS) return "";
  return `${text.slice(0, boundaryBefore(text, Math.max(1, letters)))}…`;
}

/** Returns where the next mark may have its label, given from where on this one may. */
function paintReference(
  context: DrawingContext,
  reference: ReferenceLine,
  axes: ChartAxes,
  area: PlotArea,
  look: MarkLook,
  free: number,
): number {
  const { axis } = reference;
  const at = projection(axes, "left", area)[axis](reference.at);
  const [low, length] = axis === "x" ? [area.left, area.width] : [area.top, area.height];
  if (!(at >= low && at <= low + length)) return free;
  context.strokeStyle = look.ink;
  context.lineWidth = area.ratio;
  context.globalAlpha = reference.isMark ? MARK : 1;
  context.setLineDash(REFERENCE_DASH.map((part) => part * area.ratio));
  strokeAcross(context, axis, at, area);
  context.setLineDash([]);
  context.globalAlpha = 1;
  const hasRoom = !reference.isMark || at >= free;
  if (reference.label === "" || !hasRoom) return free;
  const width = (reference.label.length * LETTER_PX + 2 * GAP_PX) * area.ratio;
  // Beside the right edge it stands before the line, where there is room.
  const isLeft = axis === "x" && at + width > low + length && at - width >= Math.max(low, free);
  const label =
    isLeft || axis === "y" ? reference.label : cutTo(reference.label, low + length - at, area);
  if (label === "") return free;
  writeLabel(context, { ...reference, label }, at, area, look, isLeft);
  return isLeft ? at : at + width;
}

/** Above the lines: reference lines with their labels, and the x that was chosen. */
export function paintAbove(
  context: DrawingContext,
  { references, chosenX }: ChartMarks,
  axes: ChartAxes,
  area: PlotArea,
  look: MarkLook,
): void {
  let free = 0;
  for (const reference of references) {
    free = paintReference(context, reference, axes, area, look, free);
  }
  if (chosenX === null) return;
  const at = projection(axes, "left", area).x(chosenX);
  if (!(at >= area.left && at <= area.left + area.width)) return;
  context.strokeStyle = look.accent;
  context.lineWidth = 1.5 * area.ratio;
  strokeAcross(context, "x", at, area);
}
