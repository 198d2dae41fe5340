/** The picture that the viewer shows: its place among the samples of its run and step. */
import type { SampleId } from "../../../api/media";
import { QueryCache } from "../../../state/server/query-cache";
import { seriesVersions } from "../../../state/server/series-version";
import { useQuery } from "../../../state/server/use-query";
import {
  getHeldSamples,
  type HeldSamples,
  indexOfSample,
  sampleAt,
  sampleCount,
} from "../options/batch-samples";
import type { TagSteps } from "../options/run-steps";

export interface ViewerSample {
  /** What is drawn; null until it is known which tag of the batch the run has it under. */
  readonly id: SampleId | null;
  /** Counted from 0. */
  readonly place: number;
  readonly total: number;
  /** The sample of the same run and step at a place, at most the first or the last. */
  readonly at: (place: number) => SampleId | null;
}

interface HeldQuery extends Pick<SampleId, "run" | "step"> {
  readonly tags: readonly string[];
}

const MAX_IDLE = 100;

const heldSamples = new QueryCache<HeldQuery, readonly HeldSamples[]>({
  fetch: ({ tags, run, step }, signal) => getHeldSamples(tags, { run, step }, signal),
  version: ({ tags, run }) => seriesVersions(tags.map((tag) => ({ tag, runs: [run] }))),
  maxIdle: MAX_IDLE,
});

const NO_SAMPLES: readonly HeldSamples[] = [];
const NOTHING: ViewerSample = { id: null, place: 0, total: 0, at: () => null };

/** `chosen` may name what its run does not have, after another run or step was chosen. */
export function useViewerSample(chosen: SampleId | null, steps: TagSteps): ViewerSample {
  const tags = steps.runs.find(({ run }) => run === chosen?.run)?.tags;
  const isKnown = tags !== undefined && chosen !== null;
  const query = isKnown ? { tags, run: chosen.run, step: chosen.step } : null;
  const { data, isLoading } = useQuery(heldSamples, query);
  if (chosen === null) return NOTHING;
  const held = query === null || isLoading ? NO_SAMPLES : (data ?? NO_SAMPLES);
  const total = sampleCount(held);
  const at = (place: number): SampleId | null => {
    const found = sampleAt(held, Math.max(0, Math.min(total - 1, place)));
    return found && { ...chosen, ...found };
  };
  const place = indexOfSample(held, chosen);
  const isThere = tags === undefined || tags.includes(chosen.tag);
  return { id: at(place) ?? (isThere ? chosen : null), place, total, at };
}
