/** A card as a file or a text: loaded with the first export. */
import type { XAxis } from "../../../api/scalars";
import {
  axesFor,
  type ChartScaling,
  endsOf,
  type Logs,
  scalesFor,
} from "../../../chart/axes/chart-axes";
import { barPage } from "../../../chart/export/bar-page";
import { type ChartPicture, chartPage } from "../../../chart/export/chart-page";
import {
  type FigureSize,
  type PaperPage,
  pageElement,
  pngPage,
  svgPage,
} from "../../../chart/export/paper-page";
import type { ChartLine, ChartMarks } from "../../../chart/model/chart-line";
import type { MeasureText } from "../../../lib/canvas/drawing-context";
import { SvgContext } from "../../../lib/canvas/svg-context";
import { lightTone } from "../../../lib/colour/run-colours";
import { valueText } from "../../../lib/format/number";
import { axisKind, axisName } from "../lines/axis-text";
import type { CardLine } from "../lines/series-lines";
import { FIGURE_SIZE } from "../options/figure-size";
import { lastValue } from "../values/messages";
import { latexAxis } from "./latex-axis";
import { pgfplots, pgfplotsBars } from "./pgfplots";

/** All that a picture of a card says. */
export interface CardContent extends ChartMarks, ChartScaling, Logs {
  readonly title: string;
  readonly axis: XAxis;
  readonly lines: readonly CardLine[];
  /** Lines of one point, which are drawn as bars in the place of all else; null for a line chart. */
  readonly bars: readonly CardLine[] | null;
  readonly lineWidth: number | undefined;
  readonly size: FigureSize;
  readonly under: readonly ChartLine[];
  readonly nameOf: (line: CardLine) => string;
  /** How its lines are smoothed, as in `EMA 0.6`; null where they are not. */
  readonly smoothing: string | null;
}

const PNG_SCALE = 2;

/** Lines in the colours of a light page, since pictures are for paper. */
function inLight<L extends ChartLine>(lines: readonly L[]): L[] {
  return lines.map((line) => ({ ...line, colour: lightTone(line.colour) }));
}

function tagsOn(lines: readonly CardLine[], side: ChartLine["side"]): string {
  const tags = lines.filter((line) => line.side === side).map(({ tag }) => tag);
  return [...new Set(tags)].join(", ");
}

/** The title of a picture, which also says how its lines are smoothed. */
function pictureTitle({ title, smoothing }: CardContent): string {
  return smoothing === null ? title : `${title} · ${smoothing}`;
}

/** What the left axis measures, unless the title says it. */
function leftLabel({ title, lines }: CardContent): string {
  const tags = tagsOn(lines, "left");
  return tags === title ? "" : tags;
}

function pictureOf(content: CardContent): ChartPicture {
  const lines = inLight(content.lines);
  const under = inLight(content.under);
  const names = new Map(lines.map((line, at) => [line, content.lines[at] as CardLine]));
  const scales = scalesFor({ lines, under }, content.logX, content.logY);
  return {
    ...content,
    title: pictureTitle(content),
    lines,
    under,
    axes: axesFor({ lines, under }, scales, content),
    kind: axisKind(content.axis),
    xLabel: axisName(content.axis),
    yLabel: leftLabel(content),
    rightLabel: tagsOn(lines, "right"),
    nameOf: (line) => content.nameOf(names.get(line as CardLine) ?? (line as CardLine)),
  };
}

function measuring(): MeasureText {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  return (text, font) => {
    if (context === null) return text.length * 6;
    context.font = font;
    return context.measureText(text).width;
  };
}

function barsPage(
  content: CardContent,
  bars: readonly CardLine[],
  measure: MeasureText,
): PaperPage {
  const { title, logY: isLog, size, nameOf } = content;
  const values = inLight(bars).map((line, at) => ({
    name: nameOf(bars[at] as CardLine),
    colour: line.colour,
    value: line.y[0] as number,
    text: valueText(line.y[0] as number),
    spread: spreadOf(line),
  }));
  return barPage({ title, description: lastValue, values, isLog, size }, measure);
}

/** Null where a single run says nothing of how far runs spread. */
function spreadOf({ band }: CardLine): readonly [low: number, high: number] | null {
  const [low, high] = [band?.min[0] ?? Number.NaN, band?.max[0] ?? Number.NaN];
  return low < high ? [low, high] : null;
}

function pageOf(content: CardContent, measure: MeasureText): PaperPage {
  if (content.bars !== null) return barsPage(content, content.bars, measure);
  return chartPage(pictureOf(content), measure);
}

export function svgFile(content: CardContent): Blob {
  const measure = measuring();
  const text = svgPage(pageOf(content, measure), () => new SvgContext(measure));
  return new Blob([text], { type: "image/svg+xml" });
}

/** The card for paper that may be grey: a number on each line says which it is. */
export function printedCard(content: CardContent, scale: number): HTMLCanvasElement {
  const measure = measuring();
  const sheet = { ...content, size: FIGURE_SIZE };
  if (content.bars !== null) return pageElement(pageOf(sheet, measure), scale);
  const picture = { ...pictureOf(sheet), isNumbered: content.lines.length > 1 };
  return pageElement(chartPage(picture, measure), scale);
}

export function pngFile(content: CardContent): Promise<Blob> {
  return pngPage(pageOf(content, measuring()), PNG_SCALE);
}

/** Bars for LaTeX, in the order in which they stand. */
function latexBars(content: CardContent, bars: readonly CardLine[]): Blob {
  const { title, logY, size, nameOf } = content;
  const values = inLight(bars).map((line, at) => ({
    name: nameOf(bars[at] as CardLine),
    colour: line.colour,
    value: line.y[0] as number,
    spread: spreadOf(line),
  }));
  return new Blob([pgfplotsBars({ title, values, isLog: logY, size })], { type: "text/x-tex" });
}

/** The card for LaTeX, in the same colours. */
export function latexFile(content: CardContent): Blob {
  if (content.bars !== null) return latexBars(content, content.bars);
  const { lines, nameOf, axis, logX, logY, range, yRange } = content;
  const title = pictureTitle(content);
  const light = inLight(lines).map((line, at) => ({ line, name: nameOf(lines[at] as CardLine) }));
  const scales = scalesFor(content, logX, logY);
  const { x: shownX, left } = axesFor(content, scales, content);
  const isPart = range !== null || yRange !== null;
  const ends = isPart ? { x: endsOf(shownX), y: endsOf(left) } : null;
  const columns = ends === null ? lines.map((line) => line.x) : [Float64Array.from(ends.x)];
  const x = latexAxis(axis, columns, logX);
  const yLabel = leftLabel(content);
  const { lineWidth, size } = content;
  const text = pgfplots({ title, x, yLabel, logX, logY, ends, lines: light, lineWidth, size });
  return new Blob([text], { type: "text/x-tex" });
}

export { markdownTable } from "./markdown-table";
