/** The steps at which something was logged, over several runs. */

/** Every step once, ascending. */
export function unionOfSteps(series: readonly (readonly number[])[]): number[] {
  return [...new Set(series.flat())].sort((one, other) => one - other);
}

/** The step of `steps`, ascending, that is nearest to one; of two, the earlier. Null for none. */
export function nearestStep(steps: readonly number[], step: number | null): number | null {
  const last = steps.at(-1);
  if (last === undefined || step === null) return last ?? null;
  return steps.reduce((best, one) => (Math.abs(one - step) < Math.abs(best - step) ? one : best));
}

/** The step before one; null at the first. */
export function stepBefore(steps: readonly number[], step: number): number | null {
  return steps.findLast((one) => one < step) ?? null;
}
