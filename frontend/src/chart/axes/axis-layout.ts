/** Where the plot stands between its axes, and where the lines and texts of their ticks stand. */
import type { MeasureText } from "../../lib/canvas/drawing-context";
import type { AxisKind } from "../model/chart-line";
import { axisTicks, rowTicks, type Tick, type TickKind } from "./axis-ticks";
import { type AxisScale, type ChartAxes, type PlotArea, partOf } from "./projection";

/** What a chart may cover, in device pixels. */
export type ChartBox = Omit<PlotArea, "merged">;

export interface PlacedTick {
  /** Along the axis, in device pixels. */
  readonly at: number;
  /** The middle of its text along the axis. */
  readonly textAt: number;
  /** Empty where it would lie on the text before it. */
  readonly text: string;
  readonly isDay: boolean;
}

export interface AxisLayout {
  readonly area: PlotArea;
  readonly x: readonly PlacedTick[];
  readonly left: readonly PlacedTick[];
  readonly right: readonly PlacedTick[];
}

/* In CSS pixels. */
/** Half a text stands above the highest tick. */
export const ABOVE_PX = 8;
export const X_AXIS_PX = 26;
/** From the plot to a text beside it. */
export const GAP_PX = 6;
/** Most charts have y axes of this width, so that those below each other agree. */
const MIN_Y_AXIS_PX = 56;
const NO_AXIS_PX = 12;
/** From one text to the next along the x axis. */
const TEXT_GAP_PX = 8;
const FONT_PX = 11;

export function axisFont(family: string, ratio: number): string {
  return `400 ${FONT_PX * ratio}px ${family}`;
}

/** A tick on an end may lie beyond it by a rounding error. */
function parts(axis: AxisScale, ticks: readonly Tick[]): number[] {
  return ticks.map(({ at }) => Math.max(0, Math.min(1, partOf(axis, at))));
}

function yTicks(axis: AxisScale | null, top: number, height: number, ratio: number): PlacedTick[] {
  if (axis === null) return [];
  const ticks = axisTicks(axis, "value", height / ratio);
  return parts(axis, ticks).map((part, nth) => {
    const at = top + height * (1 - part);
    return { at, textAt: at, text: ticks[nth]?.text ?? "", isDay: false };
  });
}

/** Texts keep off the sides of the box and off each other: of two, the second goes. */
function xTicks(
  axis: AxisScale,
  kind: TickKind,
  { left, width, ratio }: PlotArea,
  box: ChartBox,
  widthOf: (text: string) => number,
): PlacedTick[] {
  const ticks = rowTicks(axis, kind, width / ratio, (text) => widthOf(text) / ratio);
  let end = Number.NEGATIVE_INFINITY;
  return parts(axis, ticks).map((part, nth) => {
    const { text, isDay } = ticks[nth] as Tick;
    const at = left + width * part;
    const half = widthOf(text) / 2;
    const textAt = Math.max(box.left + half, Math.min(box.left + box.width - half, at));
    const fits = textAt - half >= end + TEXT_GAP_PX * ratio;
    if (fits) end = textAt + half;
    return { at, textAt, text: fits ? text : "", isDay };
  });
}

/** Lays out the axes within a box; `measure` tells how wide texts are in the font `family`. */
export function layOutAxes(
  axes: ChartAxes,
  kind: AxisKind,
  box: ChartBox,
  family: string,
  measure: MeasureText,
): AxisLayout {
  const { ratio } = box;
  const font = axisFont(family, ratio);
  const widthOf = (text: string) => measure(text, font);
  const sideOf = (ticks: readonly PlacedTick[]) => {
    const widest = Math.max(0, ...ticks.map(({ text }) => widthOf(text)));
    return Math.ceil(Math.max(MIN_Y_AXIS_PX * ratio, widest + 2 * GAP_PX * ratio));
  };
  const top = Math.round(box.top + ABOVE_PX * ratio);
  const height = Math.max(1, Math.round(box.top + box.height - X_AXIS_PX * ratio) - top);
  const left = yTicks(axes.left, top, height, ratio);
  const right = yTicks(axes.right, top, height, ratio);
  const from = Math.round(box.left + sideOf(left));
  const beside = axes.right === null ? NO_AXIS_PX * ratio : sideOf(right);
  const width = Math.max(1, Math.round(box.left + box.width - beside) - from);
  const area = { left: from, top, width, height, ratio };
  return { area, x: xTicks(axes.x, kind, area, box, widthOf), left, right };
}
