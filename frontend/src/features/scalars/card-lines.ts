/** From the server's series to the lines of a card. */
import type { ScalarSeries, Scalars } from "../../api/scalars";
import type { Axis } from "../../api/types";
import type { ChartLine, NonFiniteCounts } from "../../chart/chart-line";
import { smooth } from "../../lib/smoothing";
import { countDashes } from "./dashes";
import { positionsOf } from "./positions";

/** How a run is drawn. */
export interface RunLook {
  readonly colour: string;
  /** Runs of the same slot have the same colour. */
  readonly slot: number;
  /** Wall time at which relative time starts, if the answer lacks it; null: at its first point. */
  readonly start: number | null;
}

function nonFiniteOf(series: ScalarSeries): NonFiniteCounts | null {
  if (series.raw || series.odd === null) return null;
  const { nans, infs, negativeInfs } = series.odd;
  return { nan: nans, inf: infs, negativeInf: negativeInfs };
}

function lineOf(
  series: ScalarSeries,
  axis: Axis,
  look: RunLook,
  dash: number,
  smoothing: number,
): ChartLine {
  const logged = series.raw ? series.value : series.mean;
  const y = smooth(logged, smoothing);
  return {
    key: series.run,
    colour: look.colour,
    dash,
    x: positionsOf(series, axis, look.start),
    y,
    faint: y === logged ? null : logged,
    band: series.raw ? null : { min: series.min, max: series.max },
    nonFinite: nonFiniteOf(series),
  };
}

/** One line per series, the newest run first as in the run table. Smoothing runs over the points drawn. */
export function cardLines(
  { series, x }: Scalars,
  lookOf: (run: string) => RunLook,
  smoothing: number,
): ChartLine[] {
  const newestFirst = series.toReversed();
  const looks = newestFirst.map(({ run }) => lookOf(run));
  const dashes = countDashes(looks.map(({ slot }) => slot));
  return newestFirst.map((one, at) =>
    lineOf(one, x, looks[at] as RunLook, dashes[at] as number, smoothing),
  );
}
