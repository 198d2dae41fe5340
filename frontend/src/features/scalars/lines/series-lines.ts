/** From the server's series to the lines of a card. */
import type { BucketSeries, ScalarSeries, Scalars } from "../../../api/scalars";
import type { ChartLine, NonFiniteCounts, Side } from "../../../chart/model/chart-line";
import { isNothing, type Smoothing, smoothOnce } from "../../../lib/algorithms/smoothing";
import { countDashes } from "../../../lib/colour/line-dashes";
import { positionsOf } from "./x-values";

/** How a run is drawn. */
export interface RunLook {
  readonly colour: string;
  /** How its lines are dashed where no other has its colour. */
  readonly dash: number;
  /** Wall time at which relative time starts, if the answer lacks it; null: at its first point. */
  readonly start: number | null;
}

/** A line of a card, and what it is of. */
export interface CardLine extends ChartLine {
  readonly tag: string;
  /** Ids of the runs: one, or all of a group. */
  readonly runs: readonly string[];
  /** The group's name; null for a line of one run. */
  readonly group: string | null;
  /** What the line's points are the means of; null where they were logged as they are. */
  readonly buckets: BucketFacts | null;
  /** Whether a smoothing is chosen whose values are not known: the line is as it was logged. */
  readonly isUnsmoothed: boolean;
  /** Whether the series may have further points before the first of the line, and after the last. */
  readonly goesOn: readonly [before: boolean, after: boolean];
}

/** Of the points of each bucket: how many they are, their first and last value, and extremes. */
export type BucketFacts = Pick<
  BucketSeries,
  "count" | "first" | "last" | "min" | "max" | "smoothedLast"
>;

/** All that a card draws. */
export interface Drawn {
  readonly lines: readonly CardLine[];
  /** What was superseded, drawn palely below. */
  readonly under: readonly ChartLine[];
}

/** How the lines of a card are made of its series. */
export interface LineStyle {
  readonly lookOf: (run: string) => RunLook;
  /** Puts series in the order of their runs. */
  readonly inOrder: (series: readonly ScalarSeries[]) => readonly ScalarSeries[];
  readonly smoothing: Smoothing;
  /** Whether the extremes of buckets are drawn. */
  readonly hasEnvelope: boolean;
  /** Whether only smoothed lines are drawn, where lines are smoothed. */
  readonly hidesRaw: boolean;
  /** Tags measured by the right axis. */
  readonly right: readonly string[];
}

function nonFiniteOf(series: ScalarSeries): NonFiniteCounts | null {
  if (series.raw || series.odd === null) return null;
  const { nans, infs, negativeInfs } = series.odd;
  return { nan: nans, inf: infs, negativeInf: negativeInfs };
}

export function sideOf(tag: string, { right }: LineStyle): Side {
  return right.includes(tag) ? "right" : "left";
}

/** Values as they are logged, of buckets the means. */
export function loggedOf(series: ScalarSeries): Float64Array {
  return series.raw ? series.value : series.mean;
}

/**
 * The smoothed values of a series: of a whole one worked out here, of any other what the server
 * made of all its points. Until it answers, these are those of the smoothing before; where there
 * are none, those that were logged (see `lacksSmoothed`).
 */
export function smoothedOf(
  series: ScalarSeries,
  x: Float64Array,
  smoothing: Smoothing,
): Float64Array {
  const logged = loggedOf(series);
  if (isNothing(smoothing)) return logged;
  return series.whole ? smoothOnce(x, logged, smoothing) : (series.smoothed ?? logged);
}

/** Whether neither the page nor the server has smoothed a series as chosen. */
export function lacksSmoothed({ whole, smoothed }: ScalarSeries, smoothing: Smoothing): boolean {
  return !isNothing(smoothing) && !whole && smoothed === null;
}

/** Whether a series may have points before and after those that were answered. */
export function goesOn({ whole, before, after }: ScalarSeries): [boolean, boolean] {
  return [!whole && before > 0, !whole && after > 0];
}

function lineOf(series: ScalarSeries, { tag, x: axis }: Scalars, style: LineStyle): CardLine {
  const look = style.lookOf(series.run);
  const logged = loggedOf(series);
  const x = positionsOf(series, axis, look.start);
  const y = smoothedOf(series, x, style.smoothing);
  return {
    key: `${series.run}\n${tag}`,
    tag,
    runs: [series.run],
    group: null,
    buckets: series.raw ? null : series,
    isUnsmoothed: lacksSmoothed(series, style.smoothing),
    goesOn: goesOn(series),
    colour: look.colour,
    dash: look.dash,
    side: sideOf(tag, style),
    x,
    y,
    faint: y === logged ? null : logged,
    hidesFaint: style.hidesRaw,
    band: series.raw || !style.hasEnvelope ? null : { min: series.min, max: series.max },
    nonFinite: nonFiniteOf(series),
    restarts: series.restarts,
  };
}

/** Lines of one colour have different dash patterns. */
export function dashed<L extends ChartLine>(lines: readonly L[]): L[] {
  const dashes = countDashes(lines);
  return lines.map((line, at) => ({ ...line, dash: dashes[at] as number }));
}

/** One line per series, tag by tag, in the order of the runs. */
export function cardLines(answers: readonly Scalars[], style: LineStyle): CardLine[] {
  return dashed(
    answers.flatMap((answer) =>
      style.inOrder(answer.series).map((series) => lineOf(series, answer, style)),
    ),
  );
}
