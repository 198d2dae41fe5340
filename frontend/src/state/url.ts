/**
 * What a viewer chose, bound to the query string.
 *
 * A signal from here reads its key when the page opens and when the viewer goes back or forward,
 * and writes it when it changes. Writing replaces the current history entry (a drag changes a
 * value many times); `commitHistory()` after a deliberate action makes a new one.
 */
import { batch, effect, type Signal, signal } from "@preact/signals";
import { parseQuery, printQuery, type Query, valuesOf, withValues } from "../lib/query";

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
// Node, where the state is tested, has no address.
function here(): string {
  return globalThis.location?.search ?? "";
}

let timer: ReturnType<typeof setTimeout> | undefined;

function currentSearch(): string {
  let query = parseQuery(here());
  for (const { key, write } of bindings.values()) query = withValues(query, key, write());
  return printQuery(query);
}

function write(how: "pushState" | "replaceState"): void {
  clearTimeout(timer);
  timer = undefined;
  const search = currentSearch();
  if (search === printQuery(parseQuery(here()))) return;
  history[how](history.state, "", `${location.pathname}${search}${location.hash}`);
}

/** Makes the changes since the last write one history entry, to which Back returns. */
export function commitHistory(): void {
  write("pushState");
}

/** The address of the view as it is now, for copying. */
export function viewUrl(): string {
  return `${location.origin}${location.pathname}${currentSearch()}${location.hash}`;
}

function bind(binding: Binding, changed: () => void): void {
  bindings.set(binding.key, binding);
  let first = true;
  effect(() => {
    changed();
    if (first) first = false;
    else timer ??= setTimeout(() => write("replaceState"), REPLACE_AFTER_MS);
  });
}

/** The text under `key`; `fallback` is what the page shows when the key is absent. */
export function urlText(key: string, fallback = ""): Signal<string> {
  const known = bound.get(key);
  if (known !== undefined) return known as Signal<string>;
  const read = (query: Query): string => valuesOf(query, key)[0] ?? fallback;
  const value = signal(read(parseQuery(here())));
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
  const value = signal(valuesOf(parseQuery(here()), key));
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

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    const query = parseQuery(here());
    batch(() => {
      for (const { read } of bindings.values()) read(query);
    });
    clearTimeout(timer);
    timer = undefined;
  });
  window.addEventListener("pagehide", () => write("replaceState"));
}
