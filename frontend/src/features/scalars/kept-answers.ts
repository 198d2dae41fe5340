/** Answers about cards, kept for when a card comes back: a few screens of them. */
import { signal } from "@preact/signals";
import type { Scalars, ScalarsQuery } from "../../api/scalars";
import { overAxis } from "./over-axis";

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

export function findAnswer(key: string): Kept | undefined {
  return answers.get(key);
}

const AXES = ["step", "relative", "wall_time"] as const;

/** The answer kept for a query, or made of one over another axis that is as new as `version`. */
export function findOrPlaceAnswer(key: string, query: ScalarsQuery, version: number): Kept | null {
  const known = answers.get(key);
  if (known !== undefined || query.range !== null) return known ?? null;
  for (const axis of AXES) {
    const other = answers.get(keyOf({ ...query, axis }));
    const placed = other?.version === version ? overAxis(other.scalars, query.axis) : null;
    if (placed === null) continue;
    keepAnswer(query, version, placed);
    return { version, scalars: placed };
  }
  return null;
}

export function keepAnswer(query: ScalarsQuery, version: number, scalars: Scalars): void {
  keep(answers, keyOf(query), { version, scalars });
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
