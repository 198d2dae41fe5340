/**
 * Lines of groups of runs: their mean, and a band for how far they spread.
 *
 * Where lines are smoothed, each run is smoothed first, as it is when it stands alone: the mean and
 * the spread are those of the smoothed runs.
 */
import type { ScalarSeries, Scalars } from "../../api/scalars";
import type { NonFiniteCounts } from "../../chart/chart-line";
import { isNothing, type Smoothing } from "../../lib/smoothing";
import { lowerBound } from "../../lib/sorted";
import { type CardLine, dashed, type LineStyle, sideOf, smoothedOf } from "./card-lines";
import { groupBand, type Member, type Spread } from "./group-band";
import type { CardGroup } from "./groups";
import { positionsOf } from "./positions";

function memberOf(series: ScalarSeries, x: Float64Array): Member {
  if (series.raw) return { x, y: series.value, low: series.value, high: series.value };
  return { x, y: series.mean, low: series.min, high: series.max };
}

function smoothedMember(series: ScalarSeries, x: Float64Array, smoothing: Smoothing): Member {
  const y = smoothedOf(series, x, smoothing);
  return { x, y, low: y, high: y };
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
  const smoothed = isNothing(style.smoothing)
    ? band
    : groupBand(
        members.map((series, at) =>
          smoothedMember(series, columns[at] as Float64Array, style.smoothing),
        ),
        spread,
      );
  return {
    key: `${group.key}\n${tag}\ngroup`,
    tag,
    runs: members.map(({ run }) => run),
    group: group.label,
    buckets: null,
    colour: looks.at(-1)?.colour ?? "currentColor",
    dash: looks.at(-1)?.dash ?? 0,
    side: sideOf(tag, style),
    x: band.x,
    y: smoothed.mean,
    faint: smoothed === band ? null : band.mean,
    band: { min: smoothed.min, max: smoothed.max },
    nonFinite,
    restarts: [],
  };
}

/** One line per group, the newest first, tag by tag. */
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
    const newestFirst = [...groups.values()].toReversed();
    return newestFirst.map(({ group, members }) =>
      groupLine(group, members, answer, spread, style),
    );
  });
  return dashed(lines);
}
