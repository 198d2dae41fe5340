/** From the points of one run to the line of a small chart. */
import type { Scalars } from "../../../api/scalars";
import type { ChartLine } from "../../../chart/model/chart-line";
import { plainLine } from "../../../chart/model/plain-line";

/** Undefined where the run has no points. */
export function sparkline({ series }: Scalars, colour: string): ChartLine | undefined {
  const [one] = series;
  if (one === undefined || one.total === 0) return undefined;
  return plainLine({
    key: one.run,
    colour,
    x: one.raw ? (one.x ?? one.step) : one.x,
    y: one.raw ? one.value : one.mean,
    band: one.raw ? null : { min: one.min, max: one.max },
  });
}

/** The last value that is a number; undefined where there is none. */
export function lastValue({ y }: ChartLine): number | undefined {
  return y.findLast((value) => Number.isFinite(value));
}
