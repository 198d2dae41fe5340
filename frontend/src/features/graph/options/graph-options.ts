/**
 * All that a viewer chose of one graph, as plain data: the address's values by their keys.
 *
 * What is undone, exported and compared is this one value. All viewers of the graph share a part of
 * it through the server, and each browser has the rest to itself (`docs/state.md`). The camera and
 * the selection are no choices: they say where somebody looks.
 */

import { batch } from "@preact/signals";
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { defaultOf } from "../../../state/address/keys";
import { urlList, urlText } from "../../../state/address/url-state";
import { DEFAULT_OPTIONS } from "../layout/request";
import { THRESHOLDS } from "./extraction";

const LISTS = ["open", "choice", "ungroup", "group", "hide", "paint", "note"] as const;
export type ListKey = (typeof LISTS)[number];

/** Values by key; a key without values is left out. */
export type Choices = Readonly<Partial<Record<string, readonly string[]>>>;

const lists = LISTS.map((key) => ({ key, value: urlList(key) }));
const TEXTS = [
  ...THRESHOLDS,
  "colour",
  "colour_scale",
  "direction",
  "spacing",
  "edges",
  "sink_types",
  "source_types",
] as const;
const texts = TEXTS.map((key) => ({ key, fallback: defaultOf(key), value: urlText(key) }));

/** The keys a choice can have, in the order they are written. */
export const CHOICE_KEYS: readonly string[] = [...LISTS, ...texts.map(({ key }) => key)];

/** Choices that each browser has to itself: which scopes are open, and how the graph is drawn. */
const OWN_KEYS: ReadonlySet<string> = new Set(["open", ...Object.keys(DEFAULT_OPTIONS)]);

/** The choices that all viewers of a graph share. */
export function sharedChoices(choices: Choices): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([key]) => !OWN_KEYS.has(key)));
}

/** The choices of this browser. */
export function ownChoices(choices: Choices): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([key]) => OWN_KEYS.has(key)));
}

/** What is chosen now; an effect that reads it runs again with every choice. */
export function currentChoices(): Choices {
  const said: Record<string, readonly string[]> = {};
  for (const { key, value } of lists) if (value.value.length > 0) said[key] = value.value;
  for (const { key, value, fallback } of texts) {
    if (value.value !== fallback) said[key] = [value.value];
  }
  return said;
}

/** Chooses all of this and nothing else. */
export function applyChoices(choices: Choices): void {
  batch(() => {
    for (const { key, value } of lists) {
      const wanted = choices[key] ?? [];
      if (!hasSameValues(value.peek(), wanted)) value.value = [...wanted];
    }
    for (const { key, value, fallback } of texts) value.value = choices[key]?.[0] ?? fallback;
  });
}

export function areSameChoices(a: Choices, b: Choices): boolean {
  return CHOICE_KEYS.every((key) => hasSameValues(a[key] ?? [], b[key] ?? []));
}
