/** At which steps the runs shown logged histograms: what the step cursor goes through. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getSteps } from "../../../api/histograms";
import { listedRuns } from "../../../state/runs/listed-order";
import { LatestQuery } from "../../../state/server/latest-query";
import { QueryCache } from "../../../state/server/query-cache";
import { seriesVersions } from "../../../state/server/series-version";
import { useStepsInView } from "../../../state/tags/selected-step";
import { fullTagOnly, listedTags } from "../options/tags";

/** Tags of a log share their steps nearly always: more of them say little that is new. */
const MAX_TAGS = 24;
const MAX_RUNS = 6;

interface StepsQuery {
  readonly tags: readonly string[];
  readonly runs: readonly string[];
}

const MAX_IDLE = 10;

const stepsCache = new QueryCache<StepsQuery, Float64Array>({
  fetch: async ({ tags, runs }, signal) => {
    const series = await getSteps("histograms", tags, runs, signal);
    return union(series.map(({ step }) => step));
  },
  version: ({ tags, runs }) => seriesVersions(tags.map((tag) => ({ tag, runs }))),
  maxIdle: MAX_IDLE,
});

function union(columns: readonly Float64Array[]): Float64Array {
  const all = new Set<number>();
  for (const column of columns) for (const step of column) all.add(step);
  return Float64Array.from(all).sort();
}

const NO_STEPS = new Float64Array();
const latest = new LatestQuery(stepsCache);

/** Ascending, each once. */
export const loggedSteps: ReadonlySignal<Float64Array> = computed(
  () => latest.state.value.data ?? NO_STEPS,
);

function showSteps(): void {
  const tags = (fullTagOnly.value ?? listedTags.value).slice(0, MAX_TAGS).map(({ tag }) => tag);
  const runs = listedRuns.value.map(({ id }) => id).slice(0, MAX_RUNS);
  if (tags.length > 0 && runs.length > 0) latest.show({ tags, runs });
}

/** Follows the steps of what is shown, and hands them to the step cursor. */
export function useLoggedSteps(): void {
  useEffect(() => {
    const stop = effect(showSteps);
    return () => {
      stop();
      latest.clear();
    };
  }, []);
  useStepsInView(loggedSteps.value);
}
