/** Charts and lines with nothing beside what they must have. */
import type { ChartLine } from "./chart-line";

/** A solid line by the left axis. */
export function plainLine(
  given: Pick<ChartLine, "key" | "colour" | "x" | "y"> & Partial<ChartLine>,
): ChartLine {
  const nothing = { faint: null, band: null, nonFinite: null, restarts: [] };
  return { dash: 0, side: "left", ...nothing, ...given };
}

/** All of what is drawn, on linear axes, without marks. */
export const PLAIN_CHART = {
  under: [],
  logX: false,
  logY: false,
  range: null,
  yRange: null,
  hidesOutliers: false,
  references: [],
  chosenX: null,
  chosenRange: null,
} as const;
