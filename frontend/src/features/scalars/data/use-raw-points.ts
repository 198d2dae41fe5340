/** The points next to the step that was chosen, asked of the server where a card drew buckets. */
import { useMemo } from "preact/hooks";
import { getScalars, type Scalars } from "../../../api/scalars";
import { useAnswer } from "../../../state/server/use-query";
import type { CardLine } from "../lines/series-lines";
import { settledSmoothing, showsSuperseded } from "../options/tab-options";
import {
  groupPointsAt,
  type LoggedPoints,
  MAX_POINTS,
  NO_POINTS,
  pointsAt,
  rangeAround,
} from "./raw-points";
import { smoothingAsked } from "./scalar-queries";

/**
 * The points of a card's lines next to a step; none until they are read, and none without a step.
 * `linesOf` makes the lines of groups; null where each line is of one run.
 */
export function useLoggedPoints(
  answers: readonly Scalars[],
  step: number | null,
  linesOf: ((answers: readonly Scalars[]) => readonly CardLine[]) | null,
): LoggedPoints {
  // A group is of what stands, also where it is drawn with what was superseded below it.
  const superseded = showsSuperseded.value && linesOf === null;
  const questions = answers.flatMap((answer) => {
    const range = step === null ? null : rangeAround(answer, step);
    const runs = answer.series.filter(({ raw }) => !raw).map(({ run }) => run);
    return range === null ? [] : [{ tag: answer.tag, runs, range, superseded }];
  });
  const smoothing = smoothingAsked(settledSmoothing.value);
  const key = questions.length === 0 ? null : JSON.stringify([step, questions, smoothing]);
  const { data } = useAnswer(
    key,
    async (signal) => {
      // With the points on either side: between them a run counts for its group.
      const ask = { axis: "step", points: MAX_POINTS, smoothing, context: true } as const;
      const near = await Promise.all(
        questions.map((one) => getScalars({ ...ask, ...one }, signal)),
      );
      return { key, near };
    },
    questions,
  );
  // What was read for another step stays until the next answer.
  const near = data !== null && data.key === key ? data.near : null;
  return useMemo(() => {
    if (near === null || step === null) return NO_POINTS;
    const points = pointsAt(near, step);
    return linesOf === null
      ? points
      : new Map([...points, ...groupPointsAt(answers, near, step, linesOf)]);
  }, [near, answers, step, linesOf]);
}
