/** From gestures on a plot to ranges of its axes. Places on the plot are parts of its sides. */
import type { AxisScale, ChartAxes } from "../axes/projection";
import type { ChartPoint, Range } from "../model/chart-line";
import type { GestureListener, PlotPosition } from "./gestures";

export interface ZoomState {
  readonly range: Range | null;
  readonly yRange: Range | null;
  /** `yRange` is null unless a box was marked; `isLast` is false while the plot is moved. */
  readonly onZoom: (range: Range, yRange: Range | null, isLast: boolean) => void;
  /** A part of the x axis was chosen, not to be zoomed to; absent where that means nothing. */
  readonly onChoose?: (range: Range) => void;
  readonly onReset: () => void;
  readonly onPick: (point: ChartPoint) => void;
}

/** The value at a part of an axis, from 0 at its beginning to 1; beyond its ends, too. */
function valueAt({ scale, ends }: AxisScale, part: number): number {
  return scale.value(ends[0] + part * (ends[1] - ends[0]));
}

export function pointAt({ x, left }: ChartAxes, at: PlotPosition): ChartPoint {
  return { x: valueAt(x, at.x), y: valueAt(left, at.y) };
}

function rangeOf(axis: AxisScale, one: number, other: number): Range {
  const [from, to] = [valueAt(axis, one), valueAt(axis, other)];
  return from < to ? [from, to] : [to, from];
}

/** Acts on the state as it is when a gesture comes; `onMark` shows the part being marked. */
export function zoomListener(
  state: () => ZoomState,
  axes: () => ChartAxes,
  onMark: GestureListener["onMark"],
): GestureListener {
  let panned: { readonly axes: ChartAxes; readonly yRange: Range | null } | null = null;
  return {
    onMark,
    onZoom: (from, to, isBox) => {
      if (from.x === to.x) return;
      const { x, left } = axes();
      const { yRange, onZoom } = state();
      const hasHeight = isBox && from.y !== to.y;
      onZoom(rangeOf(x, from.x, to.x), hasHeight ? rangeOf(left, from.y, to.y) : yRange, true);
    },
    onChoose: (from, to) => {
      if (from.x !== to.x) state().onChoose?.(rangeOf(axes().x, from.x, to.x));
    },
    onPan: (by, isLast) => {
      panned ??= { axes: axes(), yRange: state().yRange };
      const { x, left } = panned.axes;
      const yRange = panned.yRange && rangeOf(left, -by.y, 1 - by.y);
      if (isLast) panned = null;
      state().onZoom(rangeOf(x, -by.x, 1 - by.x), yRange, isLast);
    },
    onScale: (at, factor) => {
      const range = rangeOf(axes().x, at.x * (1 - factor), at.x + (1 - at.x) * factor);
      state().onZoom(range, state().yRange, false);
    },
    onScaled: () => {
      const { range, yRange, onZoom } = state();
      if (range !== null) onZoom(range, yRange, true);
    },
    onPick: (at) => state().onPick(pointAt(axes(), at)),
    onReset: () => state().onReset(),
  };
}
