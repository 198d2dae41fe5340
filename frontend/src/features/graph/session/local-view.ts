/**
 * Where this browser looked last in a graph: its entry in localStorage, by log directory and
 * fingerprint of the graph. Other viewers of the graph do not see it.
 *
 * Storage may be refused, emptied or full at any time. Then a visit begins with the whole graph.
 */
import type { Graph } from "../../../api/types";
import { boot } from "../../../state/base/boot";
import { areSameChoices, type Choices, ownChoices } from "../options/choices";
import { parseChoices } from "../options/saved-options";
import { originOf } from "./displayed-graph";

export interface OwnView {
  /** The choices that each browser has to itself. */
  readonly choices: Choices;
  /** The selected node; empty for none. */
  readonly node: string;
  /** As in the address; empty for the whole graph. */
  readonly camera: string;
}

interface Entry {
  readonly version: 1;
  /** The run, tag, kind and stage of the graph. */
  readonly place: string;
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number;
  readonly view: OwnView;
}

const PREFIX = "scopeboard.graph-view.";
/** More are deleted, the oldest first. */
const MAX_ENTRIES = 100;
/** How many of them to retain, fewer at each try, where the storage is full. */
const RETAINED_IF_FULL = [25, 5, 0];

/** The storage of the browser; undefined where it is refused, and in a report, which has a view. */
function storage(): Storage | undefined {
  try {
    return boot.report === null ? globalThis.localStorage : undefined;
  } catch {
    return undefined;
  }
}

function prefixOfLog(): string {
  return `${PREFIX}${JSON.stringify(boot.log_directory)}.`;
}

export function findOwnView({ fingerprint }: Graph): OwnView | undefined {
  const store = storage();
  return store && readEntry(store, prefixOfLog() + fingerprint)?.view;
}

/** The view of the graph that this browser looked at last where this one now stands. */
export function findViewBefore(graph: Graph): OwnView | undefined {
  const store = storage();
  if (store === undefined) return undefined;
  const place = originOf(graph);
  const entries = entryKeys(store)
    .filter((key) => key.startsWith(prefixOfLog()))
    .flatMap((key) => readEntry(store, key) ?? [])
    .filter((entry) => entry.place === place);
  return entries.sort((a, b) => b.at - a.at)[0]?.view;
}

/** Does nothing where the browser stores nothing. */
export function writeOwnView(graph: Graph, view: OwnView): void {
  const store = storage();
  if (store === undefined) return;
  const entry: Entry = { version: 1, place: originOf(graph), at: Date.now(), view };
  const [key, text] = [prefixOfLog() + graph.fingerprint, JSON.stringify(entry)];
  if (store.getItem(key) === null) deleteOldest(store, MAX_ENTRIES - 1);
  for (const retained of RETAINED_IF_FULL) {
    if (isWritten(store, key, text)) return;
    deleteOldest(store, retained);
  }
}

export function isSameOwnView(a: OwnView, b: OwnView): boolean {
  return areSameChoices(a.choices, b.choices) && a.node === b.node && a.camera === b.camera;
}

/** False where the storage is full. */
function isWritten(store: Storage, key: string, text: string): boolean {
  try {
    store.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Deletes all entries but the newest, whatever log directory they are of. */
function deleteOldest(store: Storage, retained: number): void {
  const keys = entryKeys(store);
  if (keys.length <= retained) return;
  const ages = keys.map((key) => ({ key, at: readEntry(store, key)?.at ?? 0 }));
  for (const { key } of ages.sort((a, b) => b.at - a.at).slice(retained)) store.removeItem(key);
}

function entryKeys(store: Storage): string[] {
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? "");
  return keys.filter((key) => key.startsWith(PREFIX));
}

/** Undefined for what is no entry: anything on this origin may have written it. */
function readEntry(store: Storage, key: string): Entry | undefined {
  try {
    const { version, place, at, view } = JSON.parse(store.getItem(key) ?? "null") as Entry;
    const choices = parseChoices(view.choices);
    const isEntry =
      version === 1 &&
      choices !== undefined &&
      typeof place === "string" &&
      Number.isFinite(at) &&
      typeof view.node === "string" &&
      typeof view.camera === "string";
    if (!isEntry) return undefined;
    return { version, place, at, view: { ...view, choices: ownChoices(choices) } };
  } catch {
    return undefined;
  }
}
