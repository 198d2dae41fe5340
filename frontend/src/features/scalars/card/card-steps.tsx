/** The steps of a card, which the keys for steps go along. */
import { useEffect, useMemo } from "preact/hooks";
import type { Scalars } from "../../../api/scalars";
import { lowerBound } from "../../../lib/algorithms/binary-search";
import { moveStep, step, useStepsInView } from "../../../state/tags/selected-step";
import { type LoggedPoints, nearestStep } from "../data/logged-points";

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
  /** The step that was chosen when the card was drawn. */
  readonly chosen: number | null;
  /** What was logged around it, of the series that came as buckets. */
  readonly points: LoggedPoints;
}

/**
 * Sets the view's steps to those of the focused card, or of the first card where none is. From the
 * centre of a bucket, it moves to the nearest step with a logged point.
 */
export function CardSteps({ answers, chosen, points }: CardStepsProps) {
  const steps = useMemo(() => stepsOf(answers), [answers]);
  useStepsInView(steps);
  useEffect(() => {
    // By now a key may have gone on to another step, which the points say nothing of.
    if (chosen === null || chosen !== step.peek()) return;
    const logged = nearestStep(points, chosen);
    if (logged === null || logged === chosen) return;
    if (replaced(steps, chosen, logged)) moveStep(logged);
  }, [steps, chosen, points]);
  return null;
}
