/** The steps of tags in the runs shown, and which of them a card shows. */
import { useMemo } from "preact/hooks";
import type { MediaKind, SampleId } from "../../../api/media";
import { getSteps } from "../../../api/values";
import { grouped } from "../../../lib/algorithms/group-by";
import { nearestStep, unionOfSteps } from "../../../lib/algorithms/nearest-step";
import { listedRuns } from "../../../state/runs/listed-order";
import { QueryCache } from "../../../state/server/query-cache";
import { seriesVersions } from "../../../state/server/series-version";
import { useQuery } from "../../../state/server/use-query";

export interface RunSteps {
  readonly run: string;
  /** Those of the tags that the run has. */
  readonly tags: readonly string[];
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

interface TagStep {
  readonly tag: string;
  readonly run: string;
  readonly steps: readonly number[];
}

async function getTagSteps(
  { kind, tags }: TagStepsQuery,
  signal: AbortSignal,
): Promise<readonly TagStep[]> {
  const answers = await Promise.all(tags.map((tag) => getSteps(kind, tag, signal)));
  return answers.flatMap(({ series }, at) =>
    series.map(({ run, step }) => ({ tag: tags[at] ?? "", run, steps: step.map(Number) })),
  );
}

interface TagStepsQuery {
  readonly kind: MediaKind | "meshes";
  readonly tags: readonly string[];
}

const MAX_IDLE = 100;

const tagSteps = new QueryCache<TagStepsQuery, readonly TagStep[]>({
  fetch: getTagSteps,
  version: ({ tags }) => seriesVersions(tags.map((tag) => ({ tag, runs: [] }))),
  maxIdle: MAX_IDLE,
});

/** With `visible` false nothing is requested. */
export function useTagSteps(
  kind: MediaKind | "meshes",
  tags: readonly string[],
  visible: boolean,
): TagSteps {
  const { data, error } = useQuery(tagSteps, visible ? { kind, tags } : null);
  const shown = listedRuns.value;
  return useMemo(() => {
    const byRun = grouped(data ?? [], ({ run }) => run);
    const runs = shown.flatMap(({ id }) => {
      const logged = (byRun.get(id) ?? []).filter(({ steps }) => steps.length > 0);
      const steps = unionOfSteps(logged.map((one) => one.steps));
      return steps.length === 0 ? [] : [{ run: id, tags: logged.map(({ tag }) => tag), steps }];
    });
    const union = unionOfSteps(runs.map(({ steps }) => steps));
    return { runs, union, error, isRead: data !== null };
  }, [data, error, shown]);
}

/** The first sample of each run at its step nearest to one; null for the last. */
export function firstSamples(runs: readonly RunSteps[], step: number | null): SampleId[] {
  return runs.flatMap(({ run, tags: [tag], steps }) => {
    const nearest = nearestStep(steps, step);
    if (tag === undefined || nearest === null) return [];
    return [{ tag, run, step: nearest, nth: 0, sample: 0 }];
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
