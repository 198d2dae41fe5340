/** The picture that the viewer shows: its place among the samples of its run and step. */
import type { SampleId } from "../../../api/media";
import { useAnswer } from "../../../state/server/use-query";
import { getHeldSamples, placeOf, sampleAt, sampleCount } from "../options/batch-samples";
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

const NOTHING: ViewerSample = { id: null, place: 0, total: 0, at: () => null };

/** `chosen` may name what its run does not have, after another run or step was chosen. */
export function useViewerSample(chosen: SampleId | null, steps: TagSteps): ViewerSample {
  const tags = steps.runs.find(({ run }) => run === chosen?.run)?.tags;
  const key = JSON.stringify([tags, chosen?.run, chosen?.step]);
  const { data } = useAnswer(tags === undefined ? null : key, async (signal) => {
    const held = chosen === null ? [] : await getHeldSamples(tags ?? [], chosen, signal);
    return { key, held };
  });
  if (chosen === null) return NOTHING;
  const held = data?.key === key ? data.held : [];
  const total = sampleCount(held);
  const at = (place: number): SampleId | null => {
    const found = sampleAt(held, Math.max(0, Math.min(total - 1, place)));
    return found && { ...chosen, ...found };
  };
  const place = placeOf(held, chosen);
  const isThere = tags === undefined || tags.includes(chosen.tag);
  return { id: at(place) ?? (isThere ? chosen : null), place, total, at };
}
