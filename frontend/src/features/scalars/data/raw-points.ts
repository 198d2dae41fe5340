/**
 * The logged points at the selected step, where a card drew buckets.
 *
 * A bucket has the mean of its points, and of their steps only the centre. So the points around the
 * step are requested in a small range: the step alone, or its surroundings where the buckets there
 * hold few points.
 */
import type { BucketSeries, Scalars } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { nearestIndex } from "../../../lib/algorithms/binary-search";
import type { CardLine } from "../lines/series-lines";
import type { LoggedPoint, LoggedPoints } from "./logged-points";

/** The limit of points of a run in such a request. */
export const MAX_POINTS = 1000;
/** So many where buckets hold more than that: where points crowd, it may be ten times as many. */
const FEW_POINTS = 100;
/** In widths of a bucket: what lies in one whose centre is within a width of the step. */
const REACH = 1.5;

/** Nothing is narrower than the grid that all buckets of an answer stand on. */
function widthOf(series: readonly BucketSeries[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { x: places, before, after } of series) {
    // A point beyond the range stands where it was logged.
    const x = places.subarray(before, places.length - after);
    for (let at = 1; at < x.length; at += 1) {
      least = Math.min(least, (x[at] as number) - (x[at - 1] as number));
    }
  }
  return Number.isFinite(least) ? least : 0;
}

function pointsAround({ x, count }: BucketSeries, step: number): number {
  const at = nearestIndex(x, step);
  return count.subarray(Math.max(0, at - 2), at + 3).reduce((sum, own) => sum + own, 0);
}

/** The range to ask for, around a step; null where no bucket stands over steps. */
export function rangeAround({ x: axis, series }: Scalars, step: number): Range | null {
  const bucketed = series.filter((one) => !one.raw);
  if (axis !== "step" || bucketed.length === 0) return null;
  const most = Math.max(...bucketed.map((one) => pointsAround(one, step)));
  const part = most <= MAX_POINTS ? 1 : FEW_POINTS / most;
  const reach = part * REACH * widthOf(bucketed);
  return [step - reach, step + reach];
}

/**
 * The points nearest to a step of lines that are means of groups, by the keys of these lines.
 * `linesOf` makes the lines of a card; of `near`, the points around the step, it makes them anew,
 * so that at a step a group is what it is where the card shows every point.
 */
export function groupPointsAt(
  answers: readonly Scalars[],
  near: readonly Scalars[],
  step: number,
  linesOf: (answers: readonly Scalars[]) => readonly CardLine[],
): LoggedPoints {
  const around = new Map(near.map(({ tag, series }) => [tag, series]));
  const merged = answers.map((answer) => {
    const points = new Map(around.get(answer.tag)?.map((one) => [one.run, one]));
    return { ...answer, series: answer.series.map((one) => points.get(one.run) ?? one) };
  });
  const points = new Map<string, LoggedPoint>();
  for (const line of linesOf(merged)) {
    const at = nearestIndex(line.x, step);
    if (line.group === null || line.buckets !== null || line.isUnsmoothed || at < 0) continue;
    const [x, y] = [line.x[at] as number, line.y[at] as number];
    const value = line.faint?.[at] ?? y;
    points.set(line.key, { x, value, smoothed: line.faint === null ? null : y });
  }
  return points;
}

/** The points nearest to a step, of the series that came as points. */
export function pointsAt(answers: readonly Scalars[], step: number): LoggedPoints {
  const points = new Map<string, LoggedPoint>();
  for (const { tag, series } of answers) {
    for (const one of series) {
      const at = one.raw ? nearestIndex(one.step, step) : -1;
      if (!one.raw || at < 0) continue;
      const [x, value] = [one.step[at] as number, one.value[at] as number];
      points.set(`${one.run}\n${tag}`, { x, value, smoothed: one.smoothed?.[at] ?? null });
    }
  }
  return points;
}
