/** The points next to the step that was chosen, asked of the server where a card drew buckets. */
import { getScalars, type Scalars } from "../../api/scalars";
import { useAnswer } from "../../state/use-answer";
import { smoothingAsked } from "./card-queries";
import { type LoggedPoints, MOST_POINTS, NO_POINTS, pointsAt, rangeAround } from "./logged-points";
import { settledSmoothing, showsSuperseded } from "./view";

/** The points of a card's runs next to a step; none until they are read, and none without a step. */
export function useLoggedPoints(answers: readonly Scalars[], step: number | null): LoggedPoints {
  const questions = answers.flatMap((answer) => {
    const range = step === null ? null : rangeAround(answer, step);
    const runs = answer.series.filter(({ raw }) => !raw).map(({ run }) => run);
    return range === null
      ? []
      : [{ tag: answer.tag, runs, range, superseded: showsSuperseded.value }];
  });
  const smoothing = smoothingAsked(settledSmoothing.value);
  const key = questions.length === 0 ? null : JSON.stringify([step, questions, smoothing]);
  const { data } = useAnswer(key, async (signal) => {
    const ask = { axis: "step", points: MOST_POINTS, smoothing } as const;
    const near = await Promise.all(questions.map((one) => getScalars({ ...ask, ...one }, signal)));
    return { key, points: pointsAt(near, step ?? 0) };
  });
  // What was read for another step stays until the next answer.
  return data !== null && data.key === key ? data.points : NO_POINTS;
}
