/** What is pointed at on a chart: the line under the pointer, and the lines in front. */
import type { ChartAxes, PlotArea } from "../axes/projection";
import type { ChartLine } from "../model/chart-line";
import { FrontLayer } from "./front-layer";
import { nearestLine, type PixelPlace, valueAtPixel } from "./nearest-line";

/** What is read anew with every move of the pointer. */
export interface PointedState {
  readonly lines: readonly ChartLine[];
  readonly lineWidth?: number | undefined;
  /** The lines in front; none: all are as they are. */
  readonly front?: readonly ChartLine[];
  /** Where the cursor stands on another chart of the same x axis; null when nowhere. */
  readonly cursorX: number | null;
  /** The line under the pointer has changed: returns what it is called, null without one. */
  readonly onLine?: (key: string | null) => string | null;
}

/** How a plot stands on its canvas. */
export interface PlotPlace {
  readonly axes: ChartAxes;
  readonly area: PlotArea;
  /** The colour behind it. */
  readonly paper: string;
}

/** A part of the plot: x from 0 at the left to 1, y from 0 at the bottom to 1. */
type PlotPart = PixelPlace;

/** So near to a line the pointer is on it, in CSS pixels. */
const REACH_PX = 12;

export class PointedLines {
  private readonly layer: FrontLayer;
  /** The key of the line under the pointer. */
  private line: string | null = null;
  private name: string | null = null;

  constructor(
    plot: HTMLElement,
    private readonly state: () => PointedState,
  ) {
    this.layer = new FrontLayer(plot);
  }

  /** Follows the pointer, which is null when it is elsewhere, and what the state says. */
  update(pointer: PlotPart | null, place: PlotPlace): void {
    const { left, top, width, height } = place.area;
    const at = pointer && { x: left + pointer.x * width, y: top + (1 - pointer.y) * height };
    this.find(at, place);
    this.show(at, place);
  }

  /** The pointer is on no line of a chart that is removed. */
  destroy(): void {
    this.setLine(null);
  }

  private find(at: PixelPlace | null, { axes, area }: PlotPlace): void {
    const { lines } = this.state();
    const found = at && nearestLine(lines, axes, area, at, REACH_PX * area.ratio);
    this.setLine(found?.key ?? null);
  }

  private setLine(line: string | null): void {
    if (line === this.line) return;
    this.line = line;
    this.name = this.state().onLine?.(line) ?? null;
  }

  private show(at: PixelPlace | null, { axes, area, paper }: PlotPlace): void {
    const { lines, lineWidth, front = [], cursorX } = this.state();
    if (front.length === 0) {
      this.layer.hide();
      return;
    }
    const x = at === null ? cursorX : valueAtPixel(axes, area, at.x);
    const { name } = this;
    const isPart = front.length < lines.length;
    this.layer.show({ lines: front, lineWidth, isPart, cursorX: x, name }, axes, area, paper);
  }
}
