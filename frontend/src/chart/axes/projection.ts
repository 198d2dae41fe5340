/** From units of the axes to pixels of the canvas. */
import type { Range, Side } from "../model/chart-line";
import type { Scale } from "./scale";

/** The plot's rectangle on the canvas, in device pixels. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /**
   * Points within so many pixels along x are one stroke where that loses no extreme: with 0, those
   * at the same place along x. Without it, all points are drawn.
   */
  readonly merged?: number;
}

/** An axis: how values are placed, and the places at its ends. */
export interface AxisScale {
  readonly scale: Scale;
  readonly ends: Range;
}

/** The axes of a plot. */
export interface ChartAxes {
  readonly x: AxisScale;
  readonly left: AxisScale;
  /** Null where no line is measured by it. */
  readonly right: AxisScale | null;
}

/**
 * Along an axis, a value stands at `start + (place(value) - low) * perUnit`; on a linear one,
 * `place` is null and the value is its place.
 */
export interface AxisPixels {
  readonly place: ((value: number) => number) | null;
  readonly low: number;
  readonly perUnit: number;
  readonly start: number;
}

export interface Projection {
  x(value: number): number;
  /** Not finite for a value without a place, as one of zero on a logarithmic axis. */
  y(value: number): number;
  /** The same for a loop over a column: a call for each of a million points is slow. */
  readonly alongX: AxisPixels;
  readonly alongY: AxisPixels;
}

function axisPixels({ scale, ends }: AxisScale, start: number, length: number): AxisPixels {
  const place = scale.kind === "linear" ? null : scale.place;
  return { place, low: ends[0], perUnit: length / (ends[1] - ends[0]), start };
}

function pixelOf({ place, low, perUnit, start }: AxisPixels, value: number): number {
  return start + ((place === null ? value : place(value)) - low) * perUnit;
}

/** Where a value stands along an axis: 0 at its beginning, 1 at its end, or beyond. */
export function partOf({ scale, ends }: AxisScale, value: number): number {
  return (scale.place(value) - ends[0]) / (ends[1] - ends[0]);
}

/** The ends of the axes lie on the edges of the area; y grows upwards. */
export function projection(axes: ChartAxes, side: Side, area: PlotArea): Projection {
  const y = side === "right" ? (axes.right ?? axes.left) : axes.left;
  const alongX = axisPixels(axes.x, area.left, area.width);
  const alongY = axisPixels(y, area.top + area.height, -area.height);
  return {
    x: (value) => pixelOf(alongX, value),
    y: (value) => pixelOf(alongY, value),
    alongX,
    alongY,
  };
}
