/**
 * What all viewers of a graph share: the value of the part `graph:<fingerprint>`, and how the
 * changes of two viewers are merged. Where a viewer looks is in `own-view`.
 */
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { areSameChoices, CHOICE_KEYS, type Choices, sharedChoices } from "./choices";

/** `choices` has shared choices only. */
export type KeptGraph = {
  readonly version: 1;
  readonly choices: Choices;
};

export const NOTHING_KEPT: KeptGraph = { version: 1, choices: {} };
/** Lists in which each value is about something of its own: those of two viewers are united. */
const SETS: ReadonlySet<string> = new Set(["choice", "ungroup", "group", "hide", "paint", "note"]);

/**
 * Reads a value that anybody may have written; undefined where it is none of ours. Earlier versions
 * shared the camera, the selection, open scopes and the drawing style as well; these are ignored.
 */
export function parseKeptGraph(value: unknown): KeptGraph | undefined {
  if (!isRecord(value) || value.version !== 1) return undefined;
  const choices = parseChoices(value.choices);
  return choices && { version: 1, choices: sharedChoices(choices) };
}

/** Choices by the keys that exist; undefined where one of these holds something else than texts. */
export function parseChoices(value: unknown): Choices | undefined {
  if (!isRecord(value)) return undefined;
  const choices: Record<string, readonly string[]> = {};
  for (const key of CHOICE_KEYS) {
    const said = value[key];
    if (said === undefined) continue;
    if (!isTexts(said)) return undefined;
    if (said.length > 0) choices[key] = said;
  }
  return choices;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

export function isSameKept(a: KeptGraph, b: KeptGraph): boolean {
  return areSameChoices(a.choices, b.choices);
}

/**
 * What two viewers came to who began from `base`. Where only one changed something, that holds;
 * where both did, lists get what either added and lose what either took away, and else mine holds.
 */
export function mergeKept(
  base: KeptGraph | undefined,
  mine: KeptGraph,
  theirs: KeptGraph,
): KeptGraph {
  const choices: Record<string, readonly string[]> = {};
  for (const key of CHOICE_KEYS) {
    const merged = mergeValues(
      key,
      base?.choices[key] ?? [],
      mine.choices[key] ?? [],
      theirs.choices[key] ?? [],
    );
    if (merged.length > 0) choices[key] = merged;
  }
  return { version: 1, choices };
}

function mergeValues(
  key: string,
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  if (hasSameValues(mine, base)) return theirs;
  if (hasSameValues(theirs, base) || !SETS.has(key)) return mine;
  const before = new Set(base);
  const [own, other] = [new Set(mine), new Set(theirs)];
  const kept = theirs.filter((value) => own.has(value) || !before.has(value));
  const added = mine.filter((value) => !other.has(value) && !before.has(value));
  const subjects = new Set(added.map((value) => subjectOf(key, value)));
  return [...kept.filter((value) => !subjects.has(subjectOf(key, value))), ...added];
}

/** What a value is about: of two about the same, one holds. */
function subjectOf(key: string, value: string): string {
  if (key === "choice") return value.slice(value.indexOf(":"));
  if (key === "paint") return value.slice(7);
  return key === "note" ? value.slice(0, value.indexOf("=")) : value;
}
