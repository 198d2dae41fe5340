/** What distributions are drawn with. */
import type { DrawingContext } from "../../../lib/canvas/drawing-context";

/** The page's colours that a drawing needs, as hexadecimal numbers. */
export interface Ink {
  readonly text: string;
  readonly faint: string;
  readonly grid: string;
  readonly surface: string;
  readonly warn: string;
  readonly font: string;
}

export interface Brush {
  readonly context: DrawingContext;
  readonly ink: Ink;
  /** Whether what is drawn is the ground for something that stands out. */
  readonly isFaded?: boolean;
}

function channels(colour: string): [number, number, number] {
  const digits = colour.replace("#", "");
  const full = digits.length === 3 ? [...digits].map((each) => each + each).join("") : digits;
  const number = Number.parseInt(full.slice(0, 6), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** A colour between two, `share` of the way from the first to the second. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  const part = (at: 0 | 1 | 2) =>
    Math.round(a[at] + (b[at] - a[at]) * share)
      .toString(16)
      .padStart(2, "0");
  return `#${part(0)}${part(1)}${part(2)}`;
}

export function fillRect(
  { context }: Brush,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

export interface LineStyle {
  readonly colour: string;
  readonly width: number;
  readonly dash?: readonly number[];
}

/** Strokes a path through points, which are x and y in turn. */
export function strokePath(
  { context }: Brush,
  points: readonly number[],
  { colour, width, dash = [] }: LineStyle,
): void {
  tracePath(context, points);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = "round";
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
}

/** Fills the inside of a path through points, which are x and y in turn. */
export function fillPath({ context }: Brush, points: readonly number[], colour: string): void {
  tracePath(context, points);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

function tracePath(context: DrawingContext, points: readonly number[]): void {
  context.beginPath();
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}
