/** An answer about a range, made without the server of one that holds every point of the axis. */

import type { RawSeries, Scalars } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { rowsWithin } from "../../../lib/algorithms/binary-search";
import { positionsOf } from "../lines/x-values";

/** What the server would answer about `range`; null where only it can tell. */
export function inRange(answer: Scalars, range: Range): Scalars | null {
  const series: RawSeries[] = [];
  for (const one of answer.series) {
    // Which of the superseded points lie in the range is not known here.
    if (!one.raw || !one.whole || one.hidden > 0) return null;
    const [first, end] = rowsWithin(positionsOf(one, answer.x, null), range);
    const inside = one.value.subarray(first, end);
    series.push({
      ...one,
      total: end - first,
      nan: countIf(inside, Number.isNaN),
      inf: countIf(inside, (value) => Math.abs(value) === Number.POSITIVE_INFINITY),
      before: first,
      after: one.value.length - end,
    });
  }
  return { ...answer, series };
}

function countIf(values: Float64Array, is: (value: number) => boolean): number {
  let count = 0;
  for (const value of values) if (is(value)) count += 1;
  return count;
}
