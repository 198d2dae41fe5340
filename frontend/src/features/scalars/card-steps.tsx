/** The steps of a card, which the keys for steps go along. */
import { useEffect, useMemo } from "preact/hooks";
import type { Scalars } from "../../api/scalars";
import { lowerBound } from "../../lib/sorted";
import { moveStep, step, useStepsInView } from "../../state/steps";
import { type LoggedPoints, nearestStep } from "./logged-points";

const NO_STEPS = new Float64Array(0);

/** The steps of the longest series; of buckets, for want of the steps in them, their centres. */
function stepsOf(answers: readonly Scalars[]): Float64Array {
  const columns = answers
    .filter(({ x }) => x === "step")
    .flatMap(({ series }) => series.map((one) => (one.raw ? one.step : one.x)));
  const longest = columns.reduce((most, one) => (one.length > most.length ? one : most), NO_STEPS);
  return longest.map(Math.round);
}

/** Puts a step in the place of a bucket's centre; returns whether it stands there in order. */
function replaced(steps: Float64Array, centre: number, logged: number): boolean {
  const at = lowerBound(steps, centre);
  const isInOrder = !(
    logged <= (steps[at - 1] ?? -Infinity) || logged >= (steps[at + 1] ?? Infinity)
  );
  if (steps[at] !== centre || !isInOrder) return false;
  steps[at] = logged;
  return true;
}

interface CardStepsProps {
  readonly answers: readonly Scalars[];
  /** What was logged around the step chosen, of the series that came as buckets. */
  readonly points: LoggedPoints;
}

/**
 * Makes the steps of the card reached, or where none is, of the first, those of the view. Whoever
 * comes to the centre of a bucket goes on to the step next to it at which a point was logged.
 */
export function CardSteps({ answers, points }: CardStepsProps) {
  const steps = useMemo(() => stepsOf(answers), [answers]);
  useStepsInView(steps);
  useEffect(() => {
    const centre = step.peek();
    const logged = centre === null ? null : nearestStep(points, centre);
    if (centre === null || logged === null || logged === centre) return;
    if (replaced(steps, centre, logged)) moveStep(logged);
  }, [steps, points]);
  return null;
}
