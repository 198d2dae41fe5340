/** At which steps the runs shown logged histograms: what the step cursor goes through. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getSteps } from "../../../api/histograms";
import { shownRuns } from "../../../state/runs/runs";
import { dataVersion } from "../../../state/server/connection";
import { PacedRequest } from "../../../state/server/throttled-request";
import { useStepsInView } from "../../../state/tags/selected-step";
import { fullTagOnly, listedTags } from "../options/tags";

/** Tags of a log share their steps nearly always: more of them say little that is new. */
const MAX_TAGS = 24;
const MAX_RUNS = 6;

const NO_STEPS = new Float64Array();
const steps = signal<Float64Array>(NO_STEPS);

/** Ascending, each once. */
export const loggedSteps: ReadonlySignal<Float64Array> = steps;

interface Asked {
  readonly tags: readonly string[];
  readonly runs: readonly string[];
  readonly version: string | null;
}

const asked = computed<Asked>(() => ({
  tags: (fullTagOnly.value ?? listedTags.value).slice(0, MAX_TAGS).map(({ tag }) => tag),
  runs: shownRuns.value.map(({ id }) => id).slice(-MAX_RUNS),
  version: dataVersion.value,
}));

function union(columns: readonly Float64Array[]): Float64Array {
  const all = new Set<number>();
  for (const column of columns) for (const step of column) all.add(step);
  return Float64Array.from(all).sort();
}

async function ask(abort: AbortSignal): Promise<boolean> {
  const { tags, runs } = asked.peek();
  try {
    const found = await getSteps("histograms", tags, runs, abort);
    const next = union(found.map(({ step }) => step));
    const isSame =
      next.length === steps.peek().length && next.every((s, at) => s === steps.peek()[at]);
    if (!isSame) steps.value = next;
    return true;
  } catch {
    return abort.aborted;
  }
}

/** Follows the steps of what is shown, and hands them to the step cursor. */
export function useLoggedSteps(): void {
  useEffect(() => {
    const request = new PacedRequest(ask);
    const stop = effect(() => {
      const { tags, runs, version } = asked.value;
      if (version !== null && tags.length > 0 && runs.length > 0) request.want();
    });
    return () => {
      stop();
      request.stop();
    };
  }, []);
  useStepsInView(steps.value);
}
