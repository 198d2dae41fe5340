/** The last value of each series, all at one place: runs that ended at different steps are compared. */
import type { RawSeries, ScalarSeries, Scalars } from "../../../api/scalars";

function lastOf(series: ScalarSeries): RawSeries[] {
  const values = series.raw ? series.value : series.last;
  const at = values.length - 1 - series.after;
  if (at < series.before) return [];
  const { run, hidden, undated, restarts } = series;
  const value = values[at] as number;
  const point = {
    raw: true,
    run,
    hidden,
    undated,
    restarts,
    total: 1,
    nan: Number.isNaN(value) ? 1 : 0,
    inf: Math.abs(value) === Number.POSITIVE_INFINITY ? 1 : 0,
    whole: true,
    before: 0,
    after: 0,
    smoothed: null,
    x: Float64Array.of(0),
    step: Float64Array.of(0),
    wall_time: Float64Array.of(0),
    value: Float64Array.of(value),
  } as const;
  return [point];
}

/** Of the range in view; a series with no point there is left out. */
export function lastPoints(answers: readonly Scalars[]): Scalars[] {
  return answers.map((answer) => ({ ...answer, series: answer.series.flatMap(lastOf) }));
}
