/** The points next to the selected step, requested from the server where a card drew buckets. */
import { useMemo } from "preact/hooks";
import { getScalars, type Scalars, type ScalarsQuery } from "../../../api/scalars";
import { lateCode } from "../../../state/base/late-code";
import { QueryCache } from "../../../state/server/query-cache";
import { useEntries, useSame } from "../../../state/server/use-query";
import { useWanted } from "../lines/late-lines";
import type { CardLine } from "../lines/series-lines";
import { settledSmoothing, showsSuperseded } from "../options/tab-options";
import { type LoggedPoints, NO_POINTS } from "./logged-points";
import { smoothingParameter } from "./scalar-queries";
import { scalarsVersion } from "./scalars-cache";

/** The points next to many steps: they are few each. */
const MAX_IDLE = 100;

const rawPointsCode = lateCode(() => import("./raw-points"));

/** Apart from what cards draw: these are not to be seen in its place. */
const pointsCache = new QueryCache<ScalarsQuery, Scalars>({
  fetch: getScalars,
  version: scalarsVersion,
  maxIdle: MAX_IDLE,
});

const NO_ANSWERS: readonly Scalars[] = [];

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
  const code = useWanted(rawPointsCode, step !== null);
  const superseded = showsSuperseded.value && linesOf === null;
  const questions = answers.flatMap((answer) => {
    const range = step === null ? null : (code?.rangeAround(answer, step) ?? null);
    const runs = answer.series.filter(({ raw }) => !raw).map(({ run }) => run);
    const { tag, isExpression } = answer;
    return range === null ? [] : [{ tag, isExpression, runs, range, superseded }];
  });
  const smoothing = smoothingParameter(settledSmoothing.value);
  const queries = questions.map((question): ScalarsQuery => {
    // With the points on either side: between them a run counts for its group.
    const around = {
      axis: "step",
      points: code?.MAX_POINTS ?? 0,
      smoothing,
      context: true,
    } as const;
    return { ...around, ...question };
  });
  const states = useEntries(pointsCache, queries).map(({ state }) => state.value);
  const isRead = states.length > 0 && states.every(({ isAnswered }) => isAnswered);
  const near = useSame(isRead ? states.flatMap(({ data }) => data ?? []) : NO_ANSWERS);
  return useMemo(() => {
    if (near.length === 0 || step === null || code === null) return NO_POINTS;
    const points = code.pointsAt(near, step);
    return linesOf === null
      ? points
      : new Map([...points, ...code.groupPointsAt(answers, near, step, linesOf)]);
  }, [near, answers, step, linesOf, code]);
}
