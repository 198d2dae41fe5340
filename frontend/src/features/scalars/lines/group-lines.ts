/**
 * Lines of groups of runs: their mean, and a band for how far they spread.
 *
 * Where lines are smoothed, each run is smoothed first, as it is when it stands alone: the mean and
 * the spread are those of the smoothed runs.
 */
import type { ScalarSeries, Scalars } from "../../../api/scalars";
import type { NonFiniteCounts } from "../../../chart/model/chart-line";
import { lowerBound } from "../../../lib/algorithms/binary-search";
import { isNothing, type Smoothing } from "../../../lib/algorithms/smoothing";
import type { Spread } from "../options/tab-options";
import { type GroupBand, groupBand, type Member } from "./group-band";
import type { CardGroup } from "./group-of-run";
import {
  type BucketFacts,
  type CardLine,
  dashed,
  goesOn,
  type LineStyle,
  lacksSmoothed,
  sideOf,
  smoothedOf,
} from "./series-lines";
import { positionsOf } from "./x-values";

function memberOf(series: ScalarSeries, x: Float64Array): Member {
  if (series.raw) return { x, y: series.value, low: series.value, high: series.value };
  return { x, y: series.mean, low: series.min, high: series.max };
}

function smoothedMember(series: ScalarSeries, x: Float64Array, smoothing: Smoothing): Member {
  const y = smoothedOf(series, x, smoothing);
  return { x, y, low: y, high: y };
}

/**
 * What a group's places stand for where a run came in buckets; null where all came as points. First
 * and last values are the means of the runs' own; extremes are those of the mean that is drawn.
 */
function bucketsOf(
  members: readonly ScalarSeries[],
  columns: readonly Float64Array[],
  { x: places, mean }: GroupBand,
  { smoothing, isSmoothed }: { smoothing: Smoothing; isSmoothed: boolean },
): BucketFacts | null {
  if (members.every(({ raw }) => raw)) return null;
  const meanOf = (column: (series: ScalarSeries, at: number) => Float64Array): Float64Array => {
    const values = members.map((series, at): Member => {
      const y = column(series, at);
      return { x: columns[at] as Float64Array, y, low: y, high: y };
    });
    return groupBand(values, "range").mean;
  };
  const count = new Float64Array(places.length);
  members.forEach((series, member) => {
    columns[member]?.forEach((x, at) => {
      const place = lowerBound(places, x);
      const points = series.raw ? 1 : (series.count[at] as number);
      count[place] = (count[place] as number) + points;
    });
  });
  const smoothedLast = (series: ScalarSeries, at: number): Float64Array =>
    (series.raw ? null : series.smoothedLast) ??
    smoothedOf(series, columns[at] as Float64Array, smoothing);
  return {
    count,
    first: meanOf((series) => (series.raw ? series.value : series.first)),
    last: meanOf((series) => (series.raw ? series.value : series.last)),
    min: mean,
    max: mean,
    smoothedLast: isSmoothed ? meanOf(smoothedLast) : null,
  };
}

/** Adds what is not finite in one run's series to the counts at the group's places. */
function countOdd(
  counts: NonFiniteCounts,
  places: Float64Array,
  series: ScalarSeries,
  x: Float64Array,
): void {
  const add = (column: Float64Array, at: number, count: number): void => {
    const place = lowerBound(places, x[at] as number);
    column[place] = (column[place] as number) + count;
  };
  if (!series.raw) {
    for (let at = 0; series.odd !== null && at < x.length; at += 1) {
      add(counts.nan, at, series.odd.nans[at] as number);
      add(counts.inf, at, series.odd.infs[at] as number);
      add(counts.negativeInf, at, series.odd.negativeInfs[at] as number);
    }
    return;
  }
  series.value.forEach((value, at) => {
    if (Number.isFinite(value)) return;
    add(Number.isNaN(value) ? counts.nan : counts.inf, at, 1);
    if (value === Number.NEGATIVE_INFINITY) add(counts.negativeInf, at, 1);
  });
}

function groupLine(
  group: CardGroup,
  members: readonly ScalarSeries[],
  { tag, x: axis }: Scalars,
  spread: Spread,
  style: LineStyle,
): CardLine {
  const last = members.at(-1)?.run ?? "";
  const looks = members.map(({ run }) => style.lookOf(run));
  const columns = members.map((series, at) => positionsOf(series, axis, looks[at]?.start ?? null));
  const band = groupBand(
    members.map((series, at) => memberOf(series, columns[at] as Float64Array)),
    spread,
  );
  const zeros = () => new Float64Array(band.x.length);
  const nonFinite = { nan: zeros(), inf: zeros(), negativeInf: zeros() };
  members.forEach((series, at) => {
    countOdd(nonFinite, band.x, series, columns[at] as Float64Array);
  });
  const { smoothing } = style;
  // A mean of some runs smoothed and others as logged would be neither.
  const isUnsmoothed = members.some((series) => lacksSmoothed(series, smoothing));
  const isSmoothed = !isNothing(smoothing) && !isUnsmoothed;
  const smoothed = isSmoothed
    ? groupBand(
        members.map((series, at) => smoothedMember(series, columns[at] as Float64Array, smoothing)),
        spread,
      )
    : band;
  const ends = members.map(goesOn);
  return {
    key: `${group.key}\n${tag}\ngroup`,
    tag,
    runs: members.map(({ run }) => run),
    group: group.label,
    buckets: bucketsOf(members, columns, band, { smoothing, isSmoothed }),
    isUnsmoothed,
    goesOn: [ends.some(([before]) => before), ends.some(([, after]) => after)],
    colour: style.lookOf(group.newest ?? last).colour,
    dash: style.lookOf(group.lead ?? last).dash,
    side: sideOf(tag, style),
    x: band.x,
    y: smoothed.mean,
    faint: smoothed === band ? null : band.mean,
    hidesFaint: style.hidesRaw,
    band: { min: smoothed.min, max: smoothed.max },
    nonFinite,
    restarts: [],
  };
}

/** One line per group, tag by tag, in the order of their first runs. */
export function groupLines(
  answers: readonly Scalars[],
  groupOf: (run: string) => CardGroup,
  spread: Spread,
  style: LineStyle,
): CardLine[] {
  const lines = answers.flatMap((answer) => {
    const groups = new Map<string, { group: CardGroup; members: ScalarSeries[] }>();
    for (const series of answer.series) {
      const group = groupOf(series.run);
      const known = groups.get(group.key);
      if (known === undefined) groups.set(group.key, { group, members: [series] });
      else known.members.push(series);
    }
    const keys = new Set(style.inOrder(answer.series).map(({ run }) => groupOf(run).key));
    return [...keys].flatMap((key) => {
      const known = groups.get(key);
      return known ? [groupLine(known.group, known.members, answer, spread, style)] : [];
    });
  });
  return dashed(lines);
}
