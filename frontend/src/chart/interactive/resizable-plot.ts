/** A plot that is as large as the element it is in, and another one where it cannot change. */

import { redrawNoMore, redrawSoon } from "./redraw-queue";
import { createPlot, type Plot, type PlotState, type Size, settledFor } from "./uplot-chart";

const MIN_PX = 40;

function sizeFor({ width, height }: DOMRectReadOnly): Size {
  return {
    width: Math.max(MIN_PX, Math.floor(width)),
    height: Math.max(MIN_PX, Math.floor(height)),
  };
}

/**
 * Draws what the state says. The browser tells the element's size when it has laid out the page,
 * still before the frame: asking for it would lay out the page once for each chart.
 */
export class SizedPlot {
  private plot: Plot | null = null;
  private settled = "";
  private size: Size | null = null;
  private readonly observer = new ResizeObserver((entries) => this.take(entries));

  constructor(
    private readonly element: HTMLElement,
    private readonly state: () => PlotState,
  ) {
    this.observer.observe(element);
  }

  /** Draws what has changed, with all other charts that do. */
  redraw(): void {
    redrawSoon(this.draw);
  }

  placeCursor(x: number | null): void {
    this.plot?.placeCursor(x);
  }

  placeChosen(): void {
    this.plot?.placeChosen();
  }

  destroy(): void {
    redrawNoMore(this.draw);
    this.observer.disconnect();
    this.plot?.destroy();
  }

  private readonly draw = (): void => {
    if (this.size === null) return;
    const settled = settledFor(this.state());
    if (this.plot !== null && settled === this.settled) {
      this.plot.redraw();
      return;
    }
    this.plot?.destroy();
    this.plot = createPlot(this.element, this.size, this.state);
    this.settled = settled;
  };

  private take(entries: readonly ResizeObserverEntry[]): void {
    const last = entries.at(-1);
    if (last === undefined) return;
    this.size = sizeFor(last.contentRect);
    if (this.plot === null) this.draw();
    else this.plot.resize(this.size);
  }
}
