/** From units of the axes to pixels of the canvas. */
import type { Range } from "./chart-line";

/** The plot's rectangle on the canvas, in device pixels. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export interface Projection {
  x(value: number): number;
  /** Not finite for a value without a place, as one of zero on a logarithmic axis. */
  y(value: number): number;
}

/** The ends of the axes lie on the edges of the area; y grows upwards. */
export function projection(xEnds: Range, yEnds: Range, log: boolean, area: PlotArea): Projection {
  const xScale = area.width / (xEnds[1] - xEnds[0]);
  const place = log ? Math.log10 : (value: number) => value;
  const low = place(yEnds[0]);
  const yScale = area.height / (place(yEnds[1]) - low);
  const bottom = area.top + area.height;
  return {
    x: (value) => area.left + (value - xEnds[0]) * xScale,
    y: (value) => bottom - (place(value) - low) * yScale,
  };
}
