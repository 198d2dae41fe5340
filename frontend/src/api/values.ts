/** The resources of what stays in event files: steps, texts, curves, layouts, tensors. */
import { getJson, resourceUrl } from "./client";
import type { Curves, Layouts, PatternMatches, Steps, Tensors, Texts } from "./types";

/** At which steps a tag of a kind, or several, were logged, in every run that has them. */
export function getSteps(
  kind: string,
  tag: string | readonly string[],
  signal?: AbortSignal,
): Promise<Steps> {
  return getJson(resourceUrl("api/steps", { kind, tag }), signal);
}

export interface TextQuery {
  readonly tag: string;
  readonly run: string;
  readonly steps: readonly (number | string)[];
  readonly form: "rendered" | "raw";
  /** The first text of each step, and how many. */
  readonly nth: number;
  readonly values: number;
}

export function getText({ steps, ...query }: TextQuery, signal?: AbortSignal): Promise<Texts> {
  return getJson(resourceUrl("api/text", { ...query, step: steps.map(String) }), signal);
}

/** The curves of a tag at the step nearest to one; null for the last. */
export function getCurves(
  tag: string,
  runs: readonly string[],
  step: number | null,
  signal?: AbortSignal,
): Promise<Curves> {
  return getJson(resourceUrl("api/curves", { tag, run: runs, step: step ?? undefined }), signal);
}

export function getLayouts(signal?: AbortSignal): Promise<Layouts> {
  return getJson("api/layouts", signal);
}

export function getPatternMatches(
  patterns: readonly string[],
  signal?: AbortSignal,
): Promise<PatternMatches> {
  return getJson(resourceUrl("api/layouts/tags", { pattern: patterns }), signal);
}

export function getTensors(signal?: AbortSignal): Promise<Tensors> {
  return getJson("api/tensors", signal);
}
