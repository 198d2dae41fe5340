/** Values with their names as bars, on a picture for paper. */
import type { DrawingContext, MeasureText } from "../../lib/canvas/drawing-context";
import { type BarScale, barScale } from "../axes/bar-scale";
import {
  type FigureSize,
  fitted,
  innerWidth,
  MARGIN,
  PAPER,
  type PaperPage,
  TEXT,
  TITLE,
  write,
  writeTitle,
} from "./paper-page";

export interface NamedValue {
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  readonly value: number;
  /** As it is written. */
  readonly text: string;
  /** How far the values of a group spread around it. */
  readonly spread: readonly [low: number, high: number] | null;
}

export interface BarPicture {
  readonly title: string;
  readonly description: string;
  readonly values: readonly NamedValue[];
  readonly isLog: boolean;
  readonly size: FigureSize;
}

const GAP = 10;
const LEAST_ROW = 20;
const MOST_ROW = 36;
/** Names have at most this part of the width. */
const NAMES = 0.4;
const WHISKER = 4;

/** All values that have a place on the axis. */
export function valuesOnAxis(values: readonly NamedValue[]): number[] {
  return values.flatMap(({ value, spread }) => [value, ...(spread ?? [])]);
}

interface Room {
  readonly left: number;
  readonly width: number;
  readonly rowHeight: number;
}

function drawSpread(
  context: DrawingContext,
  [low, high]: readonly [number, number],
  y: number,
  { place }: BarScale,
  { left, width }: Room,
): void {
  const [from, to] = [place(low), place(high)];
  if (from === null || to === null) return;
  const [start, end] = [left + from * width, left + to * width];
  context.strokeStyle = PAPER.ink;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(start, y);
  context.lineTo(end, y);
  for (const x of [start, end]) {
    context.moveTo(x, y - WHISKER);
    context.lineTo(x, y + WHISKER);
  }
  context.stroke();
}

function drawRow(
  context: DrawingContext,
  { colour, value, text, spread }: NamedValue,
  name: string,
  y: number,
  scale: BarScale,
  room: Room,
): void {
  const { left, width, rowHeight } = room;
  write(context, name, left - GAP, y, { font: TEXT, colour: PAPER.ink, align: "right" });
  const bar = scale.bar(value);
  if (bar !== null) {
    context.fillStyle = colour;
    const high = 0.64 * rowHeight;
    context.fillRect(left + bar.from * width, y - high / 2, (bar.to - bar.from) * width, high);
  }
  if (spread !== null) drawSpread(context, spread, y, scale, room);
  const look = { font: TEXT, colour: PAPER.ink, align: "left" } as const;
  write(context, text, left + width + GAP, y, look);
}

/** A row for each value, in the height of a figure where they fit, else higher. */
export function barPage(picture: BarPicture, measure: MeasureText): PaperPage {
  const { title, description, values, isLog, size } = picture;
  const names = values.map(({ name }) => fitted(name, NAMES * innerWidth(size), measure));
  const widest = (texts: readonly string[]) =>
    Math.max(0, ...texts.map((text) => measure(text, TEXT)));
  const left = MARGIN + widest(names) + GAP;
  const end = size.width - MARGIN - widest(values.map(({ text }) => text)) - GAP;
  const fitting = size.plotHeight / Math.max(1, values.length);
  const rowHeight = Math.max(LEAST_ROW, Math.min(MOST_ROW, fitting));
  const room: Room = { left, width: Math.max(1, end - left), rowHeight };
  const scale = barScale(valuesOnAxis(values), isLog);
  const top = MARGIN + TITLE;
  const bottom = top + values.length * rowHeight;
  const draw = (context: DrawingContext): void => {
    writeTitle(context, title);
    values.forEach((value, at) => {
      drawRow(context, value, names[at] as string, top + (at + 0.5) * rowHeight, scale, room);
    });
    context.strokeStyle = PAPER.border;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(left + scale.base * room.width, top);
    context.lineTo(left + scale.base * room.width, bottom);
    context.stroke();
  };
  const { width } = size;
  return { title, description, width, height: bottom + MARGIN, parts: [{ clip: null, draw }] };
}
