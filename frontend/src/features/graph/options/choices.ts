/**
 * All that a viewer chose of one graph, as plain data: the address's values by their keys.
 *
 * What is undone, exported and compared is this one value. All viewers of the graph share a part of
 * it through the server, and each browser has the rest to itself (`docs/state.md`). The camera and
 * the selection are no choices: they are where the viewer looks.
 */
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { DEFAULT_OPTIONS } from "../layout/request";
import { THRESHOLDS } from "./extraction";

export const CHOICE_LISTS = [
  "open",
  "closed",
  "choice",
  "ungroup",
  "group",
  "hide",
  "paint",
  "note",
  "tag_rule",
] as const;
export const CHOICE_TEXTS = [
  ...THRESHOLDS,
  "colour",
  "colour_scale",
  "metric",
  "metric_view",
  "metric_against",
  "direction",
  "spacing",
  "edges",
  "sink_types",
  "source_types",
] as const;

/** Values by key; a key without values is left out. */
export type Choices = Readonly<Partial<Record<string, readonly string[]>>>;

/** The keys a choice can have, in the order they are written. */
export const CHOICE_KEYS: readonly string[] = [...CHOICE_LISTS, ...CHOICE_TEXTS];

/** Choices that each browser has to itself: which scopes are open, and how the graph is drawn. */
const OWN_KEYS: ReadonlySet<string> = new Set(["open", "closed", ...Object.keys(DEFAULT_OPTIONS)]);

/** The choices that all viewers of a graph share. */
export function sharedChoices(choices: Choices): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([key]) => !OWN_KEYS.has(key)));
}

/** The choices of this browser. */
export function ownChoices(choices: Choices): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([key]) => OWN_KEYS.has(key)));
}

export function areSameChoices(a: Choices, b: Choices): boolean {
  return CHOICE_KEYS.every((key) => hasSameValues(a[key] ?? [], b[key] ?? []));
}
