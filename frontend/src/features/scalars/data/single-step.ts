/** Whether the axis of steps tells nothing, as of a program that never counts them. */
import type { ScalarSeries, Scalars } from "../../../api/scalars";

function stepsOf(series: ScalarSeries): Float64Array {
  return series.raw ? series.step : series.x;
}

/** Whether all points of an answer by step share one, and some run has several of them there. */
export function isAtOneStep({ x: axis, series }: Scalars): boolean {
  const steps = series.map(stepsOf).filter(({ length }) => length > 0);
  const first = steps[0]?.[0];
  const atFirst = (step: number | undefined) => step === first;
  return (
    axis === "step" &&
    series.some(({ total }) => total > 1) &&
    steps.every((column) => atFirst(column[0]) && atFirst(column.at(-1)))
  );
}
