/**
 * A chart as a picture of its own: the chart of the page with title, axis labels and legend, on a
 * context that draws pixels or writes SVG.
 */
import { lowerBound } from "../../lib/algorithms/binary-search";
import type { DrawingContext, MeasureText } from "../../lib/canvas/drawing-context";
import { dashLengths } from "../../lib/colour/line-dashes";
import { ABOVE_PX, type AxisLayout, layOutAxes, X_AXIS_PX } from "../axes/axis-layout";
import { endsOf } from "../axes/chart-axes";
import { type ChartAxes, type PlotArea, projection } from "../axes/projection";
import { paintAxes } from "../draw/draw-axes";
import { paintLines } from "../draw/draw-lines";
import { paintAbove, paintBelow } from "../draw/draw-marks";
import * as messages from "../messages";
import type { AxisKind, ChartLine, ChartLines, ChartMarks } from "../model/chart-line";
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

export interface ChartPicture extends ChartLines, ChartMarks {
  readonly axes: ChartAxes;
  readonly kind: AxisKind;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly size: FigureSize;
  /** Empty without a right axis. */
  readonly rightLabel: string;
  /** Whether lines have numbers, by which the legend names them where there are no colours. */
  readonly isNumbered?: boolean;
  /** What each line is called. */
  readonly nameOf: (line: ChartLine) => string;
}

const LABEL = 20;
/** From the plot down to the legend: the texts of the x axis, then its name. */
const BELOW_PLOT = 44;
const X_NAME = 32;
const LEGEND_ROW = 20;
const SWATCH = 26;
const LEGEND_GAP = 22;

interface Entry {
  readonly line: ChartLine;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The legend in rows below the plot, as many entries to a row as fit. */
function layOutLegend(
  { lines, nameOf, isNumbered, size }: ChartPicture,
  top: number,
  measure: MeasureText,
): { entries: Entry[]; height: number } {
  let x = MARGIN;
  let y = top + LEGEND_ROW / 2;
  const entries = lines.map((line, at) => {
    const own = isNumbered ? `${at + 1} ${nameOf(line)}` : nameOf(line);
    const name = fitted(own, innerWidth(size) - SWATCH, measure);
    const width = SWATCH + measure(name, TEXT);
    if (x > MARGIN && x + width > size.width - MARGIN) {
      x = MARGIN;
      y += LEGEND_ROW;
    }
    const entry = { line, name, x, y };
    x += width + LEGEND_GAP;
    return entry;
  });
  return { entries, height: entries.length === 0 ? 0 : y + LEGEND_ROW / 2 - top };
}

interface Layout {
  readonly axes: AxisLayout;
  readonly area: PlotArea;
  readonly legend: readonly Entry[];
  readonly height: number;
}

function layOut(picture: ChartPicture, measure: MeasureText): Layout {
  const top = MARGIN + TITLE + LABEL;
  const box = {
    left: MARGIN,
    top: top - ABOVE_PX,
    width: innerWidth(picture.size),
    height: ABOVE_PX + picture.size.plotHeight + X_AXIS_PX,
    ratio: 1,
  };
  const axes = layOutAxes(picture.axes, picture.kind, box, PAPER.family, measure);
  const below = top + picture.size.plotHeight + BELOW_PLOT;
  const { entries, height } = layOutLegend(picture, below, measure);
  return { axes, area: axes.area, legend: entries, height: below + height + MARGIN };
}

function rule(
  context: DrawingContext,
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
): void {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

function drawWords(context: DrawingContext, picture: ChartPicture, area: PlotArea): void {
  const { left, top, width, height } = area;
  const label = { font: TEXT, colour: PAPER.ink };
  writeTitle(context, picture.title);
  write(context, picture.yLabel, left, top - LABEL / 2, { ...label, align: "left" });
  write(context, picture.rightLabel, left + width, top - LABEL / 2, { ...label, align: "right" });
  const below = top + height + X_NAME;
  write(context, picture.xLabel, left + width / 2, below, { ...label, align: "center" });
}

function drawLegend(context: DrawingContext, legend: readonly Entry[]): void {
  for (const { line, name, x, y } of legend) {
    context.strokeStyle = line.colour;
    context.lineWidth = 2;
    context.setLineDash(dashLengths(line.dash));
    rule(context, [x, y], [x + SWATCH - 8, y]);
    context.setLineDash([]);
    write(context, name, x + SWATCH, y, { font: TEXT, colour: PAPER.ink, align: "left" });
  }
}

/** All but the lines, which must be clipped to the plot. */
function drawAround(context: DrawingContext, picture: ChartPicture, layout: Layout): void {
  paintAxes(context, layout.axes, PAPER);
  drawWords(context, picture, layout.area);
  drawLegend(context, layout.legend);
}

function drawInside(context: DrawingContext, picture: ChartPicture, { area }: Layout): void {
  paintBelow(context, picture, picture.axes, area, PAPER);
  paintLines(context, picture, picture.axes, area);
  paintAbove(context, picture, picture.axes, area, PAPER);
  if (picture.isNumbered) writeNumbers(context, picture, area);
}

/** Numbers of neighbouring lines are this part of the plot apart: the golden section. */
const NUMBER_STEP = 0.618;
const NUMBER_FONT = `600 10px ${PAPER.family}`;

/** The number of each line on it, each at another place. */
function writeNumbers(
  context: DrawingContext,
  { lines, axes }: ChartPicture,
  area: PlotArea,
): void {
  const [from, to] = endsOf(axes.x);
  lines.forEach(({ x, y, side }, at) => {
    const place = projection(axes, side, area);
    const first = lowerBound(x, from);
    const end = lowerBound(x, to);
    const part = 0.04 + 0.92 * ((at * NUMBER_STEP) % 1);
    const row = first + Math.min(Math.max(0, end - first - 1), Math.floor((end - first) * part));
    const [pixelX, pixelY] = [place.x(x[row] ?? Number.NaN), place.y(y[row] ?? Number.NaN)];
    if (!Number.isFinite(pixelX) || !Number.isFinite(pixelY)) return;
    context.strokeStyle = PAPER.paper;
    context.lineWidth = 3;
    context.font = NUMBER_FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.strokeText(String(at + 1), pixelX, pixelY);
    context.fillStyle = PAPER.ink;
    context.fillText(String(at + 1), pixelX, pixelY);
  });
}

/** The picture as a page: what is around the plot, and what is clipped to it. */
export function chartPage(picture: ChartPicture, measure: MeasureText): PaperPage {
  const layout = layOut(picture, measure);
  const [from, to] = endsOf(picture.axes.x);
  return {
    title: picture.title,
    description: messages.xRange(picture.xLabel, from, to),
    width: picture.size.width,
    height: layout.height,
    parts: [
      { clip: null, draw: (context) => drawAround(context, picture, layout) },
      { clip: layout.area, draw: (context) => drawInside(context, picture, layout) },
    ],
  };
}
