/** The steps of a tag in the runs shown, and which of them a card shows. */
import { useMemo } from "preact/hooks";
import type { MediaKind, SampleId } from "../../api/media";
import { getSteps } from "../../api/values";
import { nearestStep, unionOfSteps } from "../../lib/logged-steps";
import { shownRuns } from "../../state/runs";
import { useAnswer } from "../../state/use-answer";

export interface RunSteps {
  readonly run: string;
  /** Ascending, each once. */
  readonly steps: readonly number[];
}

export interface TagSteps {
  readonly runs: readonly RunSteps[];
  /** Of all runs, ascending, each once. */
  readonly union: readonly number[];
  readonly error: Error | null;
  readonly isRead: boolean;
}

/** With `visible` false nothing is asked. */
export function useTagSteps(kind: MediaKind | "meshes", tag: string, visible: boolean): TagSteps {
  const key = visible ? `${kind}\n${tag}` : null;
  const { data, error } = useAnswer(key, (signal) => getSteps(kind, tag, signal));
  const shown = shownRuns.value;
  return useMemo(() => {
    const byRun = new Map(
      data?.series.map(({ run, step }) => [run, unionOfSteps([step.map(Number)])]),
    );
    const runs = shown.flatMap(({ id }) => {
      const steps = byRun.get(id) ?? [];
      return steps.length === 0 ? [] : [{ run: id, steps }];
    });
    const union = unionOfSteps(runs.map(({ steps }) => steps));
    return { runs, union, error, isRead: data !== null };
  }, [data, error, shown]);
}

/** The first sample of each run at its step nearest to one; null for the last. */
export function firstSamples(
  tag: string,
  runs: readonly RunSteps[],
  step: number | null,
): SampleId[] {
  return runs.map(({ run, steps }) => {
    return { tag, run, step: nearestStep(steps, step) ?? 0, nth: 0, sample: 0 };
  });
}

/** The `count` steps of a run that end with the one nearest to `step`; null for the last. */
export function stepsUpTo(
  steps: readonly number[],
  step: number | null,
  count: number,
): readonly number[] {
  const last = nearestStep(steps, step);
  const end = last === null ? 0 : steps.indexOf(last) + 1;
  return steps.slice(Math.max(0, end - count), end);
}
