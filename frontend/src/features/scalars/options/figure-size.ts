/** How large pictures of charts are that a viewer saves: a preference of this browser. */
import type { FigureSize } from "../../../chart/export/paper-page";
import { preference } from "../../../state/base/local-preference";

export const FIGURE_SIZE: FigureSize = { width: 840, plotHeight: 400 };
export const LEAST_PX = 120;
/** Twice as much is what browsers still draw. */
export const MOST_PX = 4000;

const width = preference<number>("figure-width", FIGURE_SIZE.width);
const plotHeight = preference<number>("figure-height", FIGURE_SIZE.plotHeight);

function within(pixels: number): number {
  return Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, pixels)));
}

export function figureSize(): FigureSize {
  return { width: within(width.value), plotHeight: within(plotHeight.value) };
}

export function chooseFigureSize(size: FigureSize): void {
  width.value = within(size.width);
  plotHeight.value = within(size.plotHeight);
}
