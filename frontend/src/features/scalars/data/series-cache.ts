/** Answers about cards, kept for when a card comes back: a few screens of them. */
import { signal } from "@preact/signals";
import type { Scalars, ScalarsQuery } from "../../../api/scalars";
import { overAxis } from "./convert-axis";
import { inRange } from "./points-in-range";

const KEPT = 120;

interface Kept {
  /** The version of the series when it was asked for. */
  readonly version: number;
  readonly scalars: Scalars;
}

/** Most recently answered last. */
const answers = new Map<string, Kept>();

/** The last answer about a tag over an axis, to show while another selection or range of it is fetched. */
const latest = new Map<string, Scalars>();

/** Whether any answer so far had points left out as superseded. */
export const hasSuperseded = signal(false);

/** Puts the entry last and drops the first when there are too many. */
function keep<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key);
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > KEPT && oldest !== undefined) entries.delete(oldest);
}

/** Under which a query's answer is kept. */
export function keyOf(query: ScalarsQuery): string {
  return JSON.stringify(query);
}

function topicOf({ tag, axis, superseded }: ScalarsQuery): string {
  return `${axis} ${superseded} ${tag}`;
}

/** Whether the page has every point of every series, so that it smooths them and cuts ranges itself. */
function isWhole({ series }: Scalars): boolean {
  return series.every(({ whole }) => whole);
}

/** The query under which an answer of whole series is cached: how they are smoothed is up to the page. */
function unsmoothed(query: ScalarsQuery): ScalarsQuery {
  return { ...query, smoothing: null };
}

/** The answer cached for a query. */
export function findAnswer(query: ScalarsQuery): Kept | undefined {
  const exact = answers.get(keyOf(query));
  if (exact !== undefined || query.smoothing === null) return exact;
  const other = answers.get(keyOf(unsmoothed(query)));
  return other !== undefined && isWhole(other.scalars) ? other : undefined;
}

const AXES = ["step", "relative", "wall_time"] as const;

/**
 * The answer cached for a query, or one made of an answer as new as `version`: over another axis,
 * or of the whole axis where that holds every point.
 */
export function findOrMakeAnswer(query: ScalarsQuery, version: number): Kept | null {
  const known = findAnswer(query);
  if (known !== undefined) return known;
  const made = query.range === null ? placed(query, version) : ofWholeAxis(query, version);
  if (made === null) return null;
  keepAnswer(query, version, made);
  return { version, scalars: made };
}

function placed(query: ScalarsQuery, version: number): Scalars | null {
  for (const axis of AXES) {
    const other = findAnswer({ ...query, axis });
    const answer = other?.version === version ? overAxis(other.scalars, query.axis) : null;
    if (answer !== null) return answer;
  }
  return null;
}

function ofWholeAxis(query: ScalarsQuery, version: number): Scalars | null {
  if (query.range === null) return null;
  const all = findAnswer({ ...query, range: null });
  return all?.version === version ? inRange(all.scalars, query.range) : null;
}

export function keepAnswer(query: ScalarsQuery, version: number, scalars: Scalars): void {
  const asked = isWhole(scalars) ? unsmoothed(query) : query;
  keep(answers, keyOf(asked), { version, scalars });
  keep(latest, topicOf(query), scalars);
  if (scalars.series.some(({ hidden }) => hidden > 0)) hasSuperseded.value = true;
}

/** What an older answer about the tag, over the same axis, holds of the runs asked for now. */
export function findPart(query: ScalarsQuery): Scalars | null {
  const scalars = latest.get(topicOf(query));
  if (scalars === undefined) return null;
  const asked = new Set(query.runs);
  const series = scalars.series.filter(({ run }) => asked.has(run));
  return series.length === 0 ? null : { ...scalars, series };
}
