/** Pictures and sounds: what was logged at which step, and where the bytes of each sample are. */
import { fileUrl, getBytes, getJson, resourceUrl } from "./client";
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

/** Which of what was logged at steps: of each step's values and of each value's samples a page. */
export interface MediaQuery {
  readonly tag: string;
  readonly run: string;
  readonly steps: readonly number[];
  /** The first value of each step, and how many. */
  readonly nth: number;
  readonly values: number;
  /** The first sample of each value, and how many. */
  readonly sample: number;
  readonly samples: number;
}

function described(kind: MediaKind, { steps, ...query }: MediaQuery): string {
  return resourceUrl(`api/${kind}`, { ...query, step: steps.map(String) });
}

export function getImages(query: MediaQuery, signal?: AbortSignal): Promise<Images> {
  return getJson(described("images", query), signal);
}

export function getSounds(query: MediaQuery, signal?: AbortSignal): Promise<Sounds> {
  return getJson(described("audio", query), signal);
}

function sampleResource(kind: MediaKind, { tag, run, step, nth, sample }: SampleId): string {
  return resourceUrl(`api/${kind}/sample`, { tag, run, step: String(step), nth, sample });
}

/** Where a browser finds the sample. */
export function sampleUrl(kind: MediaKind, id: SampleId): string {
  return fileUrl(sampleResource(kind, id));
}

/** Every sample of tags in runs: of all steps, or of `steps` of each run up to the one nearest. */
export interface FilesQuery {
  /** Undefined stands for all there are, here and below. */
  readonly tag: readonly string[] | undefined;
  readonly run: readonly string[] | undefined;
  /** Null for the last. */
  readonly near?: number | null;
  readonly steps?: number;
}

/** Where the server writes an archive of samples. */
export function filesUrl(kind: MediaKind, { tag, run, near, steps }: FilesQuery): string {
  return resourceUrl(`api/${kind}/files`, { tag, run, near: near?.toString(), steps });
}

export function getSampleBytes(
  kind: MediaKind,
  id: SampleId,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  return getBytes(sampleResource(kind, id), signal);
}
