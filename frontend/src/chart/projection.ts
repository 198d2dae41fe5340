/** From units of the axes to pixels of the canvas. */
import type { Range, Side } from "./chart-line";
import type { Scale } from "./scale";

/** The plot's rectangle on the canvas, in device pixels. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/** An axis: how values are placed, and the places at its ends. */
export interface Placing {
  readonly scale: Scale;
  readonly ends: Range;
}

/** The axes of a plot. */
export interface Frame {
  readonly x: Placing;
  readonly left: Placing;
  /** Null where no line is measured by it. */
  readonly right: Placing | null;
}

export interface Projection {
  x(value: number): number;
  /** Not finite for a value without a place, as one of zero on a logarithmic axis. */
  y(value: number): number;
}

/** The ends of the axes lie on the edges of the area; y grows upwards. */
export function projection(frame: Frame, side: Side, area: PlotArea): Projection {
  const x = frame.x;
  const y = side === "right" ? (frame.right ?? frame.left) : frame.left;
  const xScale = area.width / (x.ends[1] - x.ends[0]);
  const yScale = area.height / (y.ends[1] - y.ends[0]);
  const bottom = area.top + area.height;
  const [xLow, yLow] = [x.ends[0], y.ends[0]];
  // Calling a function for what changes nothing costs as much as all else, a million times.
  return {
    x:
      x.scale.kind === "linear"
        ? (value) => area.left + (value - xLow) * xScale
        : (value) => area.left + (x.scale.place(value) - xLow) * xScale,
    y:
      y.scale.kind === "linear"
        ? (value) => bottom - (value - yLow) * yScale
        : (value) => bottom - (y.scale.place(value) - yLow) * yScale,
  };
}
