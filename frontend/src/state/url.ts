/**
 * What a viewer chose, bound to the query string.
 *
 * A signal from here reads its key when the page opens and when the viewer goes back or forward,
 * and writes it when it changes. Writing replaces the current history entry (a drag changes a
 * value many times); `commitHistory()` after a deliberate action makes a new one.
 */
import { batch, effect, type Signal, signal } from "@preact/signals";
import { parseQuery, printQuery, type Query, shortened, valuesOf, withValues } from "../lib/query";

/** Browsers allow about 100 history writes in 10 s (Safari: 30 s); this stays well below. */
const REPLACE_AFTER_MS = 400;

interface Binding {
  key: string;
  read(query: Query): void;
  /** The values to write: none when the signal holds its default. */
  write(): readonly string[];
}

const bindings = new Map<string, Binding>();
const bound = new Map<string, Signal<string> | Signal<string[]>>();

/**
 * Servers refuse an address of more than about 64 kB, and a reload with it. A longer view, such as
 * thousands of runs ticked by hand, lives in the history entry, which survives the reload.
 */
const LONGEST_SEARCH = 8000;

interface EntryState {
  /** The whole query, where the address holds only a part of it. */
  readonly view?: string;
}

/** The query of the current history entry; none in Node, where the state is tested. */
function entryQuery(): Query {
  const kept = (globalThis.history?.state as EntryState | null)?.view;
  return parseQuery(kept ?? globalThis.location?.search ?? "");
}

/** Grows with every change of what is bound, and with every deliberate action. */
export const viewChanges = signal(0);
export const viewCommits = signal(0);

let timer: ReturnType<typeof setTimeout> | undefined;

function currentQuery(): Query {
  let query = entryQuery();
  for (const { key, write } of bindings.values()) query = withValues(query, key, write());
  return query;
}

function addressOf(query: Query): string {
  return `${location.pathname}${printQuery(shortened(query, LONGEST_SEARCH))}${location.hash}`;
}

function write(how: "pushState" | "replaceState"): void {
  clearTimeout(timer);
  timer = undefined;
  if (globalThis.history === undefined) return; // in Node, where the state is tested
  const query = currentQuery();
  const view = printQuery(query);
  if (view === printQuery(entryQuery())) return;
  const state: EntryState | null = view.length > LONGEST_SEARCH ? { view } : null;
  history[how](state, "", addressOf(query));
}

/** Makes the changes since the last write one history entry, to which Back returns. */
export function commitHistory(): void {
  viewCommits.value = viewCommits.peek() + 1;
  write("pushState");
}

/** Writes the changes since the last write into the current history entry at once. */
export function settleHistory(): void {
  write("replaceState");
}

/** The address of the view as it is now, for copying; it lacks what is too long for one. */
export function viewUrl(): string {
  return location.origin + addressOf(currentQuery());
}

function note(): void {
  timer ??= setTimeout(() => write("replaceState"), REPLACE_AFTER_MS);
  viewChanges.value = viewChanges.peek() + 1;
}

function bind(binding: Binding, changed: () => void): void {
  bindings.set(binding.key, binding);
  let first = true;
  effect(() => {
    changed();
    if (first) first = false;
    else note();
  });
}

/** The text under `key`; `fallback` is what the page shows when the key is absent. */
export function urlText(key: string, fallback = ""): Signal<string> {
  const known = bound.get(key);
  if (known !== undefined) return known as Signal<string>;
  const read = (query: Query): string => valuesOf(query, key)[0] ?? fallback;
  const value = signal(read(entryQuery()));
  bound.set(key, value);
  const binding: Binding = {
    key,
    read: (query) => {
      value.value = read(query);
    },
    write: () => (value.peek() === fallback ? [] : [value.peek()]),
  };
  bind(binding, () => value.value);
  return value;
}

/** All texts under `key`, which the address repeats; an empty list leaves the key out. */
export function urlList(key: string): Signal<string[]> {
  const known = bound.get(key);
  if (known !== undefined) return known as Signal<string[]>;
  const value = signal(valuesOf(entryQuery(), key));
  bound.set(key, value);
  const binding: Binding = {
    key,
    read: (query) => {
      value.value = valuesOf(query, key);
    },
    write: () => value.peek(),
  };
  bind(binding, () => value.value);
  return value;
}

/** Reads every bound signal from the current history entry, or from another query. */
function readEntry(query: Query = entryQuery()): void {
  batch(() => {
    for (const { read } of bindings.values()) read(query);
  });
  clearTimeout(timer);
  timer = undefined;
}

/** The view as it is now, as a query string without `?`; `showView` brings it back. */
export function viewSearch(): string {
  return printQuery(currentQuery()).slice(1);
}

/** Shows the view that a query string tells, as a new history entry. */
export function showView(search: string): void {
  commitHistory();
  const query = parseQuery(search);
  const view = printQuery(query);
  const state: EntryState | null = view.length > LONGEST_SEARCH ? { view } : null;
  globalThis.history?.pushState(state, "", addressOf(query));
  readEntry(query);
}

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => readEntry());
  window.addEventListener("pagehide", () => write("replaceState"));
}
