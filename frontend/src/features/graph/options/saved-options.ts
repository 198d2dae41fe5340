/**
 * What all viewers of a graph share: the value of the part `graph:<fingerprint>`, and how the
 * changes of two viewers are merged. Where a viewer looks is in `own-view`.
 */
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { areSameChoices, CHOICE_KEYS, type Choices, sharedChoices } from "./choices";

/** `choices` has shared choices only. */
export type SavedOptions = {
  readonly version: 1;
  readonly choices: Choices;
};

export const NOTHING_SAVED: SavedOptions = { version: 1, choices: {} };
/** Lists in which each value is about something of its own: those of two viewers are united. */
const SETS: ReadonlySet<string> = new Set([
  "choice",
  "ungroup",
  "group",
  "hide",
  "paint",
  "note",
  "tag_rule",
]);

/**
 * Parses a value from any client; undefined if it is invalid. Earlier versions shared the camera,
 * the selection, open scopes and the drawing style as well; these are ignored.
 */
export function parseSavedOptions(value: unknown): SavedOptions | undefined {
  if (!isRecord(value) || value.version !== 1) return undefined;
  const choices = parseChoices(value.choices);
  return choices && { version: 1, choices: sharedChoices(choices) };
}

/** Choices by the keys that exist; undefined where one of these holds something else than texts. */
export function parseChoices(value: unknown): Choices | undefined {
  if (!isRecord(value)) return undefined;
  const choices: Record<string, readonly string[]> = {};
  for (const key of CHOICE_KEYS) {
    const list = value[key];
    if (list === undefined) continue;
    if (!isTexts(list)) return undefined;
    if (list.length > 0) choices[key] = list;
  }
  return choices;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

export function areSameOptions(a: SavedOptions, b: SavedOptions): boolean {
  return areSameChoices(a.choices, b.choices);
}

/**
 * Merges the changes of two viewers since `base`. A change by one of them holds. Where both changed
 * a list, it gets the values that either added and loses those that either removed; else ours
 * holds.
 */
export function mergeOptions(
  base: SavedOptions | undefined,
  ours: SavedOptions,
  theirs: SavedOptions,
): SavedOptions {
  const choices: Record<string, readonly string[]> = {};
  for (const key of CHOICE_KEYS) {
    const merged = mergeValues(
      key,
      base?.choices[key] ?? [],
      ours.choices[key] ?? [],
      theirs.choices[key] ?? [],
    );
    if (merged.length > 0) choices[key] = merged;
  }
  return { version: 1, choices };
}

function mergeValues(
  key: string,
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  if (hasSameValues(ours, base)) return theirs;
  if (hasSameValues(theirs, base) || !SETS.has(key)) return ours;
  const before = new Set(base);
  const [own, other] = [new Set(ours), new Set(theirs)];
  const remaining = theirs.filter((value) => own.has(value) || !before.has(value));
  const added = ours.filter((value) => !other.has(value) && !before.has(value));
  const subjects = new Set(added.map((value) => subjectOf(key, value)));
  return [...remaining.filter((value) => !subjects.has(subjectOf(key, value))), ...added];
}

/** What a value is about: of two about the same, one holds. */
function subjectOf(key: string, value: string): string {
  if (key === "choice") return value.slice(value.indexOf(":"));
  if (key === "paint") return value.slice(7);
  return key === "note" ? value.slice(0, value.indexOf("=")) : value;
}
