/** The samples that a run has of a batch at a step, one after the other over tags and values. */
import { getImages, type SampleId } from "../../../api/media";
import { placeInBatch } from "./batch-tags";

/** How many samples a value has. */
export interface HeldSamples {
  readonly tag: string;
  readonly nth: number;
  readonly samples: number;
}

/** Where a sample is, its run and step aside. */
export type SampleKey = Pick<SampleId, "tag" | "nth" | "sample">;

/** The server describes no more values of a step at once. */
const VALUES = 200;

export function sampleCount(held: readonly HeldSamples[]): number {
  return held.reduce((sum, { samples }) => sum + samples, 0);
}

/** The sample at a place, counted from 0; null beyond the last. */
export function sampleAt(held: readonly HeldSamples[], at: number): SampleKey | null {
  let left = at;
  for (const { tag, nth, samples } of held) {
    if (left < samples) return { tag, nth, sample: left };
    left -= samples;
  }
  return null;
}

/**
 * The place of a sample. One that is not there, since another run or step has logged it in another
 * form or has fewer, gives the place where it would be, or the last.
 */
export function indexOfSample(held: readonly HeldSamples[], id: SampleKey): number {
  let before = 0;
  for (const { tag, nth, samples } of held) {
    if (tag === id.tag && nth === id.nth && id.sample < samples) return before + id.sample;
    before += samples;
  }
  const wanted = Math.max(0, placeInBatch(id.tag, "images").nth) + id.sample;
  return Math.max(0, Math.min(wanted, before - 1));
}

/** Requests what each tag of a run has at a step. */
export async function getHeldSamples(
  tags: readonly string[],
  { run, step }: Pick<SampleId, "run" | "step">,
  signal: AbortSignal,
): Promise<readonly HeldSamples[]> {
  const ofTag = async (tag: string): Promise<HeldSamples[]> => {
    const held: HeldSamples[] = [];
    const page = { tag, run, steps: [step], values: VALUES, sample: 0, samples: 1 };
    for (let total = 1; held.length < total; ) {
      const { values } = await getImages({ ...page, nth: held.length }, signal);
      if (values.length === 0) break;
      held.push(...values.map(({ nth, samples }) => ({ tag, nth, samples })));
      total = values[0]?.values ?? 0;
    }
    return held;
  };
  return (await Promise.all(tags.map(ofTag))).flat();
}
