/** The series of one card: requested while it is near the viewport, followed while it is in it. */
import { useEffect } from "preact/hooks";
import type { Scalars, ScalarsQuery } from "../../../api/scalars";
import { prefersReducedData } from "../../../lib/browser/save-data";
import { whenIdle } from "../../../lib/browser/when-idle";
import { useEntries, useSame } from "../../../state/server/use-query";
import { isMoving } from "../options/tab-options";
import { scalarsCache } from "./scalars-cache";
import { wholeAnswers } from "./whole-answers";

/** A card that is scrolled past is not worth a request. */
const SETTLE_MS = 60;
/** Nor is a range that is passed while the plot is being moved. */
const MOVING_MS = 120;

/** What is in sight is requested at once: a viewer waits for it. */
function delayOf(isVisible: boolean): number {
  if (isMoving.peek()) return MOVING_MS;
  return isVisible ? 0 : SETTLE_MS;
}

export interface CardScalars {
  /** One for each tag of which something is known. */
  readonly answers: readonly Scalars[];
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Another x axis is chosen for all cards at once: what is in sight shall be there at once, too. */
function precomputeWhenIdle(answers: readonly Scalars[]): (() => void) | undefined {
  if (prefersReducedData()) return undefined;
  return whenIdle(async () => {
    const code = wholeAnswers.module.peek() ?? (await wholeAnswers.load()?.catch(() => null));
    for (const answer of answers) code?.precomputeAxes(answer);
  });
}

/**
 * What is known now, in the order of the queries; those of which nothing is known are left out. A
 * query for no run requests nothing. `isVisible`: whether changes are worth following.
 */
export function useScalars(queries: readonly ScalarsQuery[], isVisible: boolean): CardScalars {
  const requested = queries.filter(({ runs }) => runs.length > 0);
  const entries = useEntries(scalarsCache, requested, {
    isLive: isVisible,
    delayMs: delayOf(isVisible),
  });
  const states = entries.map(({ state }) => state.value);
  const answers = useSame(states.flatMap(({ data }) => data ?? []));
  const isWhole = queries.every(({ range }) => range === null);
  useEffect(
    () => (isVisible && isWhole ? precomputeWhenIdle(answers) : undefined),
    [answers, isVisible, isWhole],
  );
  return {
    answers,
    error: states.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const entry of entries) entry.retry();
    },
  };
}
