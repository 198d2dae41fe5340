/** Draws the lines of a chart on its canvas. */
import type { ChartLine, ChartLines, Range } from "./chart-line";
import type { PlotArea, Projection } from "./projection";
import { type NonFinite, nonFinitePoints, type PointPen, traceBand, traceLine } from "./trace";

/** Dash patterns in CSS pixels by the line's `dash`; more lines of one colour reuse the last. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3.5], [9, 3, 2, 3]];

const FAINT = 0.28;
const UNDER = 0.6;
const BAND = 0.13;
const MARK_SIZE = 5;
const DOT_RADIUS = 2.5;

/**
 * In CSS pixels. A line with more points than the plot has pixels covers itself and reads well when
 * thin; browsers without a GPU draw lines of up to one pixel twice as fast as any wider.
 */
function lineWidth({ x }: ChartLine, { width, ratio }: PlotArea): number {
  return x.length * ratio > width ? 1 : 1.6;
}

function paintBand(
  context: CanvasRenderingContext2D,
  line: ChartLine,
  range: Range,
  to: Projection,
) {
  if (line.band === null) return;
  context.globalAlpha = BAND;
  context.fillStyle = line.colour;
  context.beginPath();
  traceBand(context, line.x, line.band, range, to);
  context.fill();
}

/** Strokes go to the current path; dots are collected, to be filled rather than dashed. */
function pointPen(context: CanvasRenderingContext2D, dots: Path2D, ratio: number): PointPen {
  const radius = DOT_RADIUS * ratio;
  return {
    moveTo: (x, y) => context.moveTo(x, y),
    lineTo: (x, y) => context.lineTo(x, y),
    dot: (x, y) => {
      dots.moveTo(x + radius, y);
      dots.arc(x, y, radius, 0, 2 * Math.PI);
    },
  };
}

function paintLine(
  context: CanvasRenderingContext2D,
  line: ChartLine,
  y: Float64Array,
  alpha: number,
  range: Range,
  to: Projection,
  ratio: number,
) {
  const dots = new Path2D();
  context.globalAlpha = alpha;
  context.strokeStyle = line.colour;
  context.fillStyle = line.colour;
  context.beginPath();
  traceLine(pointPen(context, dots, ratio), line.x, y, range, to);
  context.stroke();
  context.fill(dots);
}

/** A triangle at the lower edge for NaN; at the edge it lies beyond for an infinite value. */
function paintMark(context: CanvasRenderingContext2D, at: number, kind: NonFinite, area: PlotArea) {
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
  context: CanvasRenderingContext2D,
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
  context: CanvasRenderingContext2D,
  line: ChartLine,
  range: Range,
  to: Projection,
  { ratio }: PlotArea,
) {
  context.lineWidth = 1.2 * ratio;
  context.setLineDash([1.5 * ratio, 3.5 * ratio]);
  paintLine(context, line, line.y, UNDER, range, to, ratio);
  context.setLineDash([]);
}

/**
 * Draws bands first, then what lies under the lines, then what was logged, then the lines with
 * where their values are not finite. The first line comes last, so that it lies on top.
 */
export function paintLines(
  context: CanvasRenderingContext2D,
  { lines: fromTop, under }: ChartLines,
  range: Range,
  to: Projection,
  area: PlotArea,
): void {
  const lines = fromTop.toReversed();
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  context.lineCap = "round";
  context.lineJoin = "bevel";
  for (const line of lines) paintBand(context, line, range, to);
  for (const line of under) paintUnder(context, line, range, to, area);
  for (const line of lines) {
    if (line.faint === null) continue;
    context.lineWidth = area.ratio;
    paintLine(context, line, line.faint, FAINT, range, to, area.ratio);
  }
  for (const line of lines) {
    context.lineWidth = lineWidth(line, area) * area.ratio;
    const dash = DASHES[Math.min(line.dash, DASHES.length - 1)] ?? [];
    context.setLineDash(dash.map((length) => length * area.ratio));
    paintLine(context, line, line.y, 1, range, to, area.ratio);
    paintMarks(context, line, range, to, area);
  }
  context.restore();
}
