/** Draws the axes of a chart: grid lines and texts, on the page and into files alike. */
import type { DrawingContext } from "../../lib/canvas/drawing-context";
import { type AxisLayout, axisFont, GAP_PX, type PlacedTick, X_AXIS_PX } from "../axes/axis-layout";

/** CSS colours and a font. */
export interface AxisLook {
  readonly axisText: string;
  readonly grid: string;
  /** Grid lines where a day begins among hours. */
  readonly day: string;
  /** The lines at the left of the plot and below it; null for none. */
  readonly border: string | null;
  /** Of text, without its size. */
  readonly family: string;
}

/** The middle of a text below the plot, in CSS pixels from it. */
const X_TEXT_PX = GAP_PX + (X_AXIS_PX - 2 * GAP_PX) / 2 - 1;

/** Seen among hours, and still behind the lines of the chart. */
const DAY = 0.6;

/** Where a line covers whole pixels: between two of them when its width is even. */
function crisp(at: number, lineWidth: number): number {
  return lineWidth % 2 === 0 ? Math.round(at) : Math.floor(at + 1e-6) + 0.5;
}

function paintGrid(
  context: DrawingContext,
  { area, x, left }: AxisLayout,
  lineWidth: number,
  look: AxisLook,
): void {
  const [bottom, right] = [area.top + area.height, area.left + area.width];
  const vertical = (ticks: readonly PlacedTick[]) => {
    for (const tick of ticks) {
      const at = crisp(tick.at, lineWidth);
      context.moveTo(at, area.top);
      context.lineTo(at, bottom);
    }
  };
  context.strokeStyle = look.grid;
  context.beginPath();
  vertical(x.filter(({ isDay }) => !isDay));
  for (const tick of left) {
    const at = crisp(tick.at, lineWidth);
    context.moveTo(area.left, at);
    context.lineTo(right, at);
  }
  context.stroke();
  const days = x.filter(({ isDay }) => isDay);
  if (days.length === 0) return;
  context.strokeStyle = look.day;
  context.globalAlpha = DAY;
  context.beginPath();
  vertical(days);
  context.stroke();
  context.globalAlpha = 1;
}

function paintBorder(
  context: DrawingContext,
  { area }: AxisLayout,
  lineWidth: number,
  colour: string,
): void {
  const [x, y] = [crisp(area.left, lineWidth), crisp(area.top + area.height, lineWidth)];
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(x, area.top);
  context.lineTo(x, y);
  context.lineTo(area.left + area.width, y);
  context.stroke();
}

function paintTexts(context: DrawingContext, layout: AxisLayout, look: AxisLook): void {
  const { left, top, width, height, ratio } = layout.area;
  context.font = axisFont(look.family, ratio);
  context.fillStyle = look.axisText;
  context.textBaseline = "middle";
  const write = (text: string, x: number, y: number) => {
    if (text !== "") context.fillText(text, Math.round(x), Math.round(y));
  };
  context.textAlign = "center";
  for (const { text, textAt } of layout.x) write(text, textAt, top + height + X_TEXT_PX * ratio);
  context.textAlign = "right";
  for (const { text, textAt } of layout.left) write(text, left - GAP_PX * ratio, textAt);
  context.textAlign = "left";
  for (const { text, textAt } of layout.right) write(text, left + width + GAP_PX * ratio, textAt);
}

/** The left axis has the horizontal lines of the grid; the right one has texts alone. */
export function paintAxes(context: DrawingContext, layout: AxisLayout, look: AxisLook): void {
  const lineWidth = Math.max(1, Math.round(layout.area.ratio));
  context.globalAlpha = 1;
  context.lineCap = "butt";
  context.lineWidth = lineWidth;
  context.setLineDash([]);
  paintGrid(context, layout, lineWidth, look);
  if (look.border !== null) paintBorder(context, layout, lineWidth, look.border);
  paintTexts(context, layout, look);
}
