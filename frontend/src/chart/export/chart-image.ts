/**
 * A chart as a picture of its own: the chart of the page with title, axis labels and legend, on a
 * context that draws pixels or writes SVG.
 */
import { lowerBound } from "../../lib/algorithms/binary-search";
import type { DrawingContext, MeasureText } from "../../lib/canvas/drawing-context";
import { dashLengths } from "../../lib/colour/line-dashes";
import { xmlAttributes, xmlText } from "../../lib/format/xml";
import { ABOVE_PX, type AxisLayout, layOutAxes, X_AXIS_PX } from "../axes/axis-layout";
import { endsOf } from "../axes/chart-axes";
import { type ChartAxes, type PlotArea, projection } from "../axes/projection";
import { type AxisLook, paintAxes } from "../draw/draw-axes";
import { paintLines } from "../draw/draw-lines";
import { type MarkLook, paintAbove, paintBelow } from "../draw/draw-marks";
import * as messages from "../messages";
import type { AxisKind, ChartLine, ChartLines, ChartMarks } from "../model/chart-line";

export interface ChartPicture extends ChartLines, ChartMarks {
  readonly axes: ChartAxes;
  readonly kind: AxisKind;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Empty without a right axis. */
  readonly rightLabel: string;
  /** Whether lines have numbers, by which the legend names them where there are no colours. */
  readonly isNumbered?: boolean;
  /** What each line is called. */
  readonly nameOf: (line: ChartLine) => string;
}

/** How a picture looks, whatever the theme of the page: pictures go onto paper. */
export const PAPER = {
  ink: "#1b1f24",
  axisText: "#57606a",
  paper: "#ffffff",
  grid: "#e1e4e8",
  day: "#c9ced4",
  border: "#57606a",
  accent: "#0a63c2",
  family: "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif",
} as const satisfies MarkLook & AxisLook;

const WIDTH = 840;
const PLOT_HEIGHT = 400;
const MARGIN = 16;
const TITLE = 30;
const LABEL = 20;
/** From the plot down to the legend: the texts of the x axis, then its name. */
const BELOW_PLOT = 44;
const X_NAME = 32;
const LEGEND_ROW = 20;
const SWATCH = 26;
const LEGEND_GAP = 22;
const MAX_NAME_WIDTH = WIDTH - 2 * MARGIN - SWATCH;
const TEXT = `400 12px ${PAPER.family}`;
const HEADING = `600 15px ${PAPER.family}`;

interface Entry {
  readonly line: ChartLine;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The name, cut in its middle where it is wider than the picture. */
function fitted(name: string, measure: MeasureText): string {
  if (measure(name, TEXT) <= MAX_NAME_WIDTH) return name;
  const letters = [...name];
  for (let length = letters.length - 1; length > 2; length -= 1) {
    const head = Math.ceil(length / 2);
    const text = `${letters.slice(0, head).join("")}…${letters.slice(head - length).join("")}`;
    if (measure(text, TEXT) <= MAX_NAME_WIDTH) return text;
  }
  return "…";
}

/** The legend in rows below the plot, as many entries to a row as fit. */
function layOutLegend(
  { lines, nameOf, isNumbered }: ChartPicture,
  top: number,
  measure: MeasureText,
): { entries: Entry[]; height: number } {
  let x = MARGIN;
  let y = top + LEGEND_ROW / 2;
  const entries = lines.map((line, at) => {
    const own = isNumbered ? `${at + 1} ${nameOf(line)}` : nameOf(line);
    const name = fitted(own, measure);
    const width = SWATCH + measure(name, TEXT);
    if (x > MARGIN && x + width > WIDTH - MARGIN) {
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
    width: WIDTH - 2 * MARGIN,
    height: ABOVE_PX + PLOT_HEIGHT + X_AXIS_PX,
    ratio: 1,
  };
  const axes = layOutAxes(picture.axes, picture.kind, box, PAPER.family, measure);
  const below = top + PLOT_HEIGHT + BELOW_PLOT;
  const { entries, height } = layOutLegend(picture, below, measure);
  return { axes, area: axes.area, legend: entries, height: below + height + MARGIN };
}

function write(
  context: DrawingContext,
  text: string,
  x: number,
  y: number,
  look: { font: string; colour: string; align: CanvasTextAlign },
): void {
  context.font = look.font;
  context.fillStyle = look.colour;
  context.textAlign = look.align;
  context.textBaseline = "middle";
  context.fillText(text, x, y);
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
  const title = { font: HEADING, colour: PAPER.ink, align: "left" as const };
  write(context, picture.title, MARGIN, MARGIN + TITLE / 2 - 3, title);
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

/** A context that writes SVG. */
interface Recorder extends DrawingContext {
  readonly markup: string;
}

function recorded(recorder: Recorder, draw: (context: DrawingContext) => void): string {
  draw(recorder);
  return recorder.markup;
}

/** The picture as an SVG document; `newRecorder` makes a context that writes SVG. */
export function svgChart(
  picture: ChartPicture,
  measure: MeasureText,
  newRecorder: () => Recorder,
): string {
  const layout = layOut(picture, measure);
  const { area, height } = layout;
  const [from, to] = endsOf(picture.axes.x);
  const root = xmlAttributes({
    xmlns: "http://www.w3.org/2000/svg",
    width: WIDTH,
    height,
    viewBox: `0 0 ${WIDTH} ${height}`,
    "font-family": PAPER.family,
  });
  const clip = xmlAttributes({ x: area.left, y: area.top, width: area.width, height: area.height });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg${root}>`,
    `<title>${xmlText(picture.title)}</title>`,
    `<desc>${xmlText(messages.xRange(picture.xLabel, from, to))}</desc>`,
    `<rect${xmlAttributes({ width: WIDTH, height, fill: PAPER.paper })}/>`,
    `<clipPath id="plot"><rect${clip}/></clipPath>`,
    recorded(newRecorder(), (context) => drawAround(context, picture, layout)),
    '<g clip-path="url(#plot)">',
    recorded(newRecorder(), (context) => drawInside(context, picture, layout)),
    "</g>",
    "</svg>\n",
  ].join("\n");
}

/** Paints the picture, `scale` pixels to a unit. Throws when the browser gives no canvas. */
function paintPicture(
  canvas: OffscreenCanvas | HTMLCanvasElement,
  picture: ChartPicture,
  measure: MeasureText,
  scale: number,
): void {
  const layout = layOut(picture, measure);
  const { area, height } = layout;
  canvas.width = WIDTH * scale;
  canvas.height = Math.ceil(height * scale);
  // Both kinds of canvas draw all that the page draws, whatever the types say of them.
  const context = canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D | null;
  if (context === null) throw new Error(messages.noCanvas);
  context.scale(scale, scale);
  context.fillStyle = PAPER.paper;
  context.fillRect(0, 0, WIDTH, height);
  const drawing: DrawingContext = context;
  drawAround(drawing, picture, layout);
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  drawInside(drawing, picture, layout);
  context.restore();
}

/** The picture as a PNG, `scale` pixels to a unit. Throws when the browser gives no canvas. */
export async function pngChart(
  picture: ChartPicture,
  measure: MeasureText,
  scale: number,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(1, 1);
  paintPicture(canvas, picture, measure, scale);
  return canvas.convertToBlob({ type: "image/png" });
}

/** The picture as an element, at once. Throws when the browser gives no canvas. */
export function chartElement(
  picture: ChartPicture,
  measure: MeasureText,
  scale: number,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  paintPicture(canvas, picture, measure, scale);
  return canvas;
}
