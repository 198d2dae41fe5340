/** Draws the lines of a chart on its canvas. */
import type { DrawingContext } from "../../lib/canvas/drawing-context";
import { dashLengths } from "../../lib/colour/line-dashes";
import { endsOf } from "../axes/chart-axes";
import { type ChartAxes, type PlotArea, type Projection, projection } from "../axes/projection";
import type { ChartLine, ChartLines, Range, Side } from "../model/chart-line";
import { traceBandColumns } from "./band-columns";
import { type NonFinite, nonFinitePoints, pointsAround, traceBand, traceLine } from "./trace";

const FAINT = 0.28;
const UNDER = 0.6;
const BAND = 0.13;
/** Of a line, in CSS pixels. */
const WIDTH = 1.6;
const MARK_SIZE = 5;
const DOT_RADIUS = 2.5;

/** How many points of a line are drawn in each pixel across, in CSS pixels. */
function pointsPerPixel({ x }: ChartLine, range: Range, { width, ratio }: PlotArea): number {
  const [first, end] = pointsAround(x, range);
  return ((end - first) * ratio) / width;
}

/**
 * In CSS pixels. A line with more points than the plot has pixels covers itself and reads well when
 * thin; browsers without a GPU draw lines of up to one pixel twice as fast as any wider.
 */
function widthOf(line: ChartLine, range: Range, area: PlotArea): number {
  return pointsPerPixel(line, range, area) > 1 ? 1 : WIDTH;
}

/** Places closer to each other than this many pixels are drawn column by column. */
const DENSE_PX = 4;

function isDense({ x }: ChartLine, range: Range, { width }: PlotArea): boolean {
  const [first, end] = pointsAround(x, range);
  return (end - first) * DENSE_PX > width;
}

function paintBand(
  context: DrawingContext,
  line: ChartLine,
  range: Range,
  to: Projection,
  area: PlotArea,
) {
  if (line.band === null) return;
  context.globalAlpha = BAND;
  context.beginPath();
  if (isDense(line, range, area)) {
    context.strokeStyle = line.colour;
    context.lineWidth = 1;
    context.lineCap = "butt";
    traceBandColumns(context, line.x, line.band, range, to, area);
    context.stroke();
  } else {
    context.fillStyle = line.colour;
    traceBand(context, line.x, line.band, range, to);
    context.fill();
  }
}

function paintDots(context: DrawingContext, dots: readonly number[], radius: number): void {
  if (dots.length === 0) return;
  context.beginPath();
  for (let at = 0; at < dots.length; at += 2) {
    const [x, y] = [dots[at] as number, dots[at + 1] as number];
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}

function paintLine(
  context: DrawingContext,
  line: ChartLine,
  y: Float64Array,
  alpha: number,
  range: Range,
  to: Projection,
  { ratio, merged }: PlotArea,
) {
  context.globalAlpha = alpha;
  context.strokeStyle = line.colour;
  context.fillStyle = line.colour;
  context.beginPath();
  const alone = traceLine(context, line.x, y, range, to, merged);
  context.stroke();
  paintDots(context, alone, DOT_RADIUS * ratio);
}

/** A triangle at the lower edge for NaN; at the edge it lies beyond for an infinite value. */
function paintMark(context: DrawingContext, at: number, kind: NonFinite, area: PlotArea): void {
  const size = MARK_SIZE * area.ratio;
  const up = kind === "+inf";
  const base = up ? area.top + size + 1 : area.top + area.height - 1;
  const tip = kind === "-inf" ? base : base - size;
  const foot = kind === "-inf" ? base - size : base;
  context.beginPath();
  context.moveTo(at - size * 0.7, foot);
  context.lineTo(at + size * 0.7, foot);
  context.lineTo(at, tip);
  context.closePath();
  if (kind === "nan") context.stroke();
  else context.fill();
}

function paintMarks(
  context: DrawingContext,
  line: ChartLine,
  range: Range,
  to: Projection,
  area: PlotArea,
) {
  context.globalAlpha = 1;
  context.setLineDash([]);
  for (const { x, kind } of nonFinitePoints(line, range)) {
    paintMark(context, to.x(x), kind, area);
  }
}

/** Thin and pale, in dots: present, but not what the run says now. */
function paintUnder(
  context: DrawingContext,
  line: ChartLine,
  range: Range,
  to: Projection,
  area: PlotArea,
) {
  context.lineWidth = 1.2 * area.ratio;
  context.setLineDash([1.5 * area.ratio, 3.5 * area.ratio]);
  paintLine(context, line, line.y, UNDER, range, to, area);
  context.setLineDash([]);
}

const RESTART_DASH = [2, 3];
const RESTART = 0.55;

/** A thin broken line across the plot where training began anew. */
function paintRestarts(
  context: DrawingContext,
  line: ChartLine,
  range: Range,
  to: Projection,
  area: PlotArea,
): void {
  const within = line.restarts.filter((x) => x >= range[0] && x <= range[1]);
  if (within.length === 0) return;
  context.globalAlpha = RESTART;
  context.strokeStyle = line.colour;
  context.lineWidth = area.ratio;
  context.setLineDash(RESTART_DASH.map((length) => length * area.ratio));
  context.beginPath();
  for (const x of within) {
    context.moveTo(to.x(x), area.top);
    context.lineTo(to.x(x), area.top + area.height);
  }
  context.stroke();
  context.setLineDash([]);
}

const MOST_STRETCHED = 4;

/**
 * Dashes are measured along a line, which is the longer the more points there are in a pixel: its
 * dashes are as much longer, or they would run into each other, and so are those of thick lines.
 * They have no caps, without which browsers draw them in half the time.
 */
function setDash(
  context: DrawingContext,
  line: ChartLine,
  range: Range,
  area: PlotArea,
  lineWidth: number,
): void {
  const dense = Math.min(MOST_STRETCHED, Math.max(1, pointsPerPixel(line, range, area)));
  const stretch = dense * Math.max(1, lineWidth / WIDTH);
  const lengths = dashLengths(line.dash);
  context.lineCap = lengths.length > 0 ? "butt" : "round";
  context.setLineDash(lengths.map((length) => length * stretch * area.ratio));
}

function byTop(one: ChartLine, other: ChartLine): number {
  return Number(one.isOnTop ?? false) - Number(other.isOnTop ?? false);
}

/**
 * Draws bands first, then what lies under the lines, then raw points, then the lines and their
 * marks of values that are not finite. The first line comes last, so that it lies on top. The
 * caller clips to the area.
 */
export function paintLines(
  context: DrawingContext,
  { lines: fromTop, under, lineWidth }: ChartLines,
  axes: ChartAxes,
  area: PlotArea,
): void {
  const lines = fromTop.toReversed().sort(byTop);
  const range = endsOf(axes.x);
  const sides = { left: projection(axes, "left", area), right: projection(axes, "right", area) };
  const of = ({ side }: { readonly side: Side }) => sides[side];
  for (const line of lines) paintBand(context, line, range, of(line), area);
  context.lineCap = "round";
  context.lineJoin = "bevel";
  for (const line of lines) paintRestarts(context, line, range, of(line), area);
  for (const line of under) paintUnder(context, line, range, of(line), area);
  for (const line of lines) {
    if (line.faint === null || line.hidesFaint) continue;
    context.lineWidth = area.ratio;
    paintLine(context, line, line.faint, FAINT, range, of(line), area);
  }
  for (const line of lines) {
    const width = lineWidth ?? widthOf(line, range, area);
    context.lineWidth = width * area.ratio;
    setDash(context, line, range, area, width);
    paintLine(context, line, line.y, 1, range, of(line), area);
    paintMarks(context, line, range, of(line), area);
  }
  context.globalAlpha = 1;
}
