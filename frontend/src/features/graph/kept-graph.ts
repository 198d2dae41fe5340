/**
 * What is kept of a viewer's work on one graph: the value of the part `graph:<fingerprint>`, how
 * what two viewers did comes together, and what of it a changed graph still has.
 */
import { areSameChoices, CHOICE_KEYS, type Choices, hasSameValues } from "./view-choices";

/** Where somebody looked last. */
export interface LastView {
  readonly open: readonly string[];
  /** Empty for none. */
  readonly node: string;
  /** As in the address; empty for the whole graph. */
  readonly camera: string;
}

/** `choices` has no open scopes: these are in the view. */
export type KeptGraph = {
  readonly version: 1;
  readonly choices: Choices;
  readonly view: LastView;
};

const EMPTY_VIEW: LastView = { open: [], node: "", camera: "" };
export const NOTHING_KEPT: KeptGraph = { version: 1, choices: {}, view: EMPTY_VIEW };
/** Lists in which each value is about something of its own: those of two viewers are united. */
const SETS: ReadonlySet<string> = new Set(["choice", "ungroup", "group", "hide", "paint", "note"]);

/** Reads a value that anybody may have written; undefined where it is none of ours. */
export function parseKeptGraph(value: unknown): KeptGraph | undefined {
  if (!isRecord(value) || value.version !== 1) return undefined;
  const choices = parseChoices(value.choices);
  if (choices === undefined) return undefined;
  return { version: 1, choices, view: parseView(value.view) };
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

function parseView(value: unknown): LastView {
  if (!isRecord(value)) return EMPTY_VIEW;
  const { open, node, camera } = value;
  return {
    open: isTexts(open) ? open : [],
    node: typeof node === "string" ? node : "",
    camera: typeof camera === "string" ? camera : "",
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** Choices without what is open, which is a matter of where one looks. */
export function withoutOpen(choices: Choices): Choices {
  const { open: _, ...others } = choices;
  return others;
}

export function isSameKept(a: KeptGraph, b: KeptGraph): boolean {
  return (
    areSameChoices(a.choices, b.choices) &&
    hasSameValues(a.view.open, b.view.open) &&
    a.view.node === b.view.node &&
    a.view.camera === b.view.camera
  );
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
  return { version: 1, choices, view: mine.view };
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
