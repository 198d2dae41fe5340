/** Choosing steps on a plot: they are chosen on every tab, and the lines compared there. */
import type { Scalars } from "../../../api/scalars";
import type { ChartPoint, Range } from "../../../chart/model/chart-line";
import { nearestIndex } from "../../../lib/algorithms/binary-search";
import { commitHistory } from "../../../state/address/url-state";
import { chooseStepRange, moveStep, step } from "../../../state/tags/selected-step";
import { compared } from "../options/card-options";

/** The step of the point nearest along the axis, of any series; null where none is known. */
export function stepAt(answers: readonly Scalars[], x: number): number | null {
  let nearest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { x: axis, series } of answers) {
    for (const one of series) {
      const places = one.raw ? (one.x ?? one[axis === "wall_time" ? "wall_time" : "step"]) : one.x;
      const steps = one.raw ? one.step : axis === "step" ? one.x : null;
      const at = nearestIndex(places, x);
      const far = Math.abs((places[at] as number) - x);
      if (steps === null || !(far < least)) continue;
      nearest = Math.round(steps[at] as number);
      least = far;
    }
  }
  return nearest;
}

/** Chooses the steps from one place of the axis to another, on every tab. */
export function chooseSteps(answers: readonly Scalars[], [from, to]: Range): void {
  const [first, last] = [stepAt(answers, from), stepAt(answers, to)];
  if (first !== null && last !== null) chooseStepRange({ from: first, to: last });
}

/** A second click at the same step takes both back. */
export function selectSteps(card: string, answers: readonly Scalars[], { x }: ChartPoint): void {
  const next = stepAt(answers, x);
  const others = compared.peek().filter((other) => other !== card);
  const isSame = others.length < compared.peek().length && step.peek() === next;
  moveStep(isSame ? null : next);
  compared.value = isSame ? others : [...others, card];
  commitHistory();
}
