/** Pictures and sounds: what was logged at which step, and where the bytes of each sample are. */
import { getBytes, getJson, resourceUrl } from "./client";
import type { Images, Sounds } from "./types";

export type MediaKind = "images" | "audio";

export interface SampleId {
  readonly tag: string;
  readonly run: string;
  readonly step: number;
  /** Of several values at the step. */
  readonly nth: number;
  /** Of several samples of the value. */
  readonly sample: number;
}

export function getImages(
  tag: string,
  run: string,
  steps: readonly number[],
  signal?: AbortSignal,
): Promise<Images> {
  return getJson(resourceUrl("api/images", { tag, run, step: steps.map(String) }), signal);
}

export function getSounds(
  tag: string,
  run: string,
  steps: readonly number[],
  signal?: AbortSignal,
): Promise<Sounds> {
  return getJson(resourceUrl("api/audio", { tag, run, step: steps.map(String) }), signal);
}

export function sampleUrl(kind: MediaKind, { tag, run, step, nth, sample }: SampleId): string {
  return resourceUrl(`api/${kind}/sample`, { tag, run, step: String(step), nth, sample });
}

export function getSampleBytes(
  kind: MediaKind,
  id: SampleId,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  return getBytes(sampleUrl(kind, id), signal);
}
