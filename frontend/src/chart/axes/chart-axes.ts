/** The axes of a chart: their scales, and how far they reach. */
import type { ChartLine, ChartLines, Range, ReferenceLine, Side } from "../model/chart-line";
import { inlierExtent, reaching, valueExtent, xExtent, yEnds } from "./extent";
import type { AxisScale, ChartAxes } from "./projection";
import { columnsOf, LINEAR, logScaleFor, placed, type Scale } from "./scale";

/** Which axes are logarithmic. */
export interface Logs {
  readonly logX: boolean;
  readonly logY: boolean;
}

/** What is chosen of how far the axes reach. */
export interface ChartScaling {
  /** The part of the x axis to show; null for all of it. */
  readonly range: Range | null;
  /** The part of the left axis to show; null for as far as values reach. */
  readonly yRange: Range | null;
  /** Whether the y axes reach only as far as most values do. */
  readonly hidesOutliers: boolean;
  readonly references: readonly ReferenceLine[];
}

/** The scales that lines ask for; they change with the values, not with what is shown of them. */
export interface Scales {
  readonly x: Scale;
  readonly left: Scale;
  readonly right: Scale | null;
}

export function scalesFor({ lines, under }: ChartLines, logX: boolean, logY: boolean): Scales {
  const all = [...lines, ...under];
  const of = (side: Side) => {
    const own = all.filter((line) => line.side === side);
    return logY ? logScaleFor(own.flatMap(columnsOf)) : LINEAR;
  };
  return {
    x: logX ? logScaleFor(all.map(({ x }) => x)) : LINEAR,
    left: of("left"),
    right: all.some(({ side }) => side === "right") ? of("right") : null,
  };
}

/** The part of the x axis that is shown, as values. */
export function shownRange(
  lines: readonly ChartLine[],
  { x }: Scales,
  framing: ChartScaling,
): Range {
  const whole = xExtent(lines, x) ?? (x.kind === "log" ? [1, 10] : [0, 1]);
  if (framing.range === null) return whole;
  const [from, to] = framing.range;
  // A logarithmic axis cannot begin at zero.
  return x.kind === "log" && from <= 0 ? [Math.min(whole[0], to / 10), to] : [from, to];
}

function yAxis(
  lines: readonly ChartLine[],
  scale: Scale,
  shown: { readonly range: Range; readonly xScale: Scale },
  yRange: Range | null,
  hidesOutliers: boolean,
  reached: readonly number[],
): AxisScale {
  if (yRange !== null && (scale.kind !== "log" || yRange[0] > 0)) {
    return { scale, ends: placed(scale, yRange) };
  }
  const { range, xScale } = shown;
  const extent = (hidesOutliers ? inlierExtent : valueExtent)(lines, range, scale, xScale);
  return { scale, ends: yEnds(reaching(extent, reached, scale), scale) };
}

export function axesFor(
  { lines, under }: ChartLines,
  scales: Scales,
  framing: ChartScaling,
): ChartAxes {
  const all = [...lines, ...under];
  const { yRange, hidesOutliers } = framing;
  const crossing = framing.references.filter(({ axis, isReached }) => axis === "y" && isReached);
  const reached = crossing.map(({ at }) => at);
  const range = shownRange(all, scales, framing);
  const shown = { range, xScale: scales.x };
  const of = (side: Side) => all.filter((line) => line.side === side);
  return {
    x: { scale: scales.x, ends: placed(scales.x, range) },
    left: yAxis(of("left"), scales.left, shown, yRange, hidesOutliers, reached),
    right: scales.right && yAxis(of("right"), scales.right, shown, null, hidesOutliers, []),
  };
}

/** The values at the ends of an axis. */
export function endsOf({ scale, ends }: AxisScale): Range {
  return [scale.value(ends[0]), scale.value(ends[1])];
}
