/**
 * What a viewer chose, bound to the query string.
 *
 * A signal from here reads its key when the page opens and when the viewer goes back or forward,
 * and writes it when it changes. Writing replaces the current history entry (a drag changes a
 * value many times); `commitHistory()` after a deliberate action makes a new one.
 */
import { batch, effect, type Signal, signal } from "@preact/signals";
import { getView, postView } from "../../api/resources";
import {
  parseQuery,
  printQuery,
  type Query,
  shortened,
  valuesOf,
  withValues,
} from "../../lib/browser/query-string";
import { withoutSession } from "../../lib/browser/session-path";
import { boot } from "../base/boot";
import {
  type AddressKey,
  defaultOf,
  KEYS,
  type ListAddressKey,
  LOOKS,
  type TextAddressKey,
} from "./keys";

/** Browsers allow about 100 history writes in 10 s (Safari: 30 s); this stays well below. */
const REPLACE_AFTER_MS = 400;

interface Binding {
  key: AddressKey;
  read(query: Query): void;
  /** The values to write: none when the signal holds its default. */
  write(): readonly string[];
}

const bindings = new Map<string, Binding>();
const texts = new Map<TextAddressKey, Signal<string>>();
const lists = new Map<ListAddressKey, Signal<string[]>>();

/**
 * Chat programs and mail cut longer links. A longer view, such as hundreds of runs ticked by hand,
 * lives in the history entry, which survives a reload, and on the server, which keeps it under an
 * id for the address. Where it cannot, the address holds what has room in it.
 */
const MAX_SEARCH_LENGTH = 2000;
/** The key of that id. */
const ID_KEY = "v";
/** A view that changes continuously is saved after a pause. */
const KEEP_AFTER_MS = 1500;

interface EntryState {
  /** The whole query, where the address holds only a part of it; in a report, always. */
  readonly view?: string;
}

/** The long view that the server saved last, and its id. */
let saved: { readonly view: string; readonly id: string } | null = null;
let keeping: ReturnType<typeof setTimeout> | undefined;

/** The query of the current history entry; none in Node, where the state is tested. */
function entryQuery(): Query {
  const saved = (globalThis.history?.state as EntryState | null)?.view;
  return parseQuery(saved ?? (globalThis.location?.search || (boot.report?.view ?? "")));
}

/** Changes the history. A browser may refuse to change the address of a file; the entry has it. */
function changeEntry(how: "pushState" | "replaceState", view: string, address: string): void {
  try {
    history[how](stateOf(view), "", address);
  } catch (cause) {
    if (boot.report === null) throw cause;
    history[how](stateOf(view), "");
  }
}

/**
 * Grows with every change of what is bound, but for where the viewer looks, which changes in every
 * frame of a drag; and with every deliberate action.
 */
export const viewChanges = signal(0);
export const viewCommits = signal(0);

let timer: ReturnType<typeof setTimeout> | undefined;
/** Whether nothing but where the viewer looks is to be written: it is, once the viewer rests. */
let isForLooks = true;

function currentQuery(): Query {
  let query = entryQuery();
  for (const { key, write } of bindings.values()) query = withValues(query, key, write());
  return query;
}

function addressOf(query: Query): string {
  const view = printQuery(query);
  const search =
    saved?.view === view
      ? printQuery([[ID_KEY, saved.id]])
      : printQuery(shortened(query, MAX_SEARCH_LENGTH));
  return `${location.pathname}${search}${location.hash}`;
}

function stateOf(view: string): EntryState | null {
  return boot.report !== null || view.length > MAX_SEARCH_LENGTH ? { view } : null;
}

/** Has the server keep a long view, and the address say so if it is still shown then. */
async function keepLong(view: string): Promise<boolean> {
  try {
    if (saved?.view !== view) saved = { view, id: await postView(view.slice(1)) };
  } catch {
    return false;
  }
  const shown = entryQuery();
  if (printQuery(shown) === view) changeEntry("replaceState", view, addressOf(shown));
  return true;
}

function keepWhenAtRest(view: string): void {
  clearTimeout(keeping);
  if (view.length > MAX_SEARCH_LENGTH) keeping = setTimeout(() => keepLong(view), KEEP_AFTER_MS);
}

/** Makes a history entry of a query, or puts it in the place of the current one. */
function put(how: "pushState" | "replaceState", query: Query): void {
  if (globalThis.history === undefined) return; // in Node, where the state is tested
  const view = printQuery(query);
  changeEntry(how, view, addressOf(query));
  keepWhenAtRest(view);
}

function write(how: "pushState" | "replaceState"): void {
  clearTimeout(timer);
  timer = undefined;
  isForLooks = true;
  if (globalThis.history === undefined) return; // in Node, where the state is tested
  const query = currentQuery();
  if (printQuery(query) !== printQuery(entryQuery())) put(how, query);
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

/**
 * A link to a view, and whether it holds all of the view: a long one is saved on the server. A cell
 * of a notebook has no address: there it is the query, which `scopeboard.show` takes.
 */
export async function linkTo(search: string): Promise<{ url: string; isWhole: boolean }> {
  const query = parseQuery(search);
  const view = printQuery(query);
  if (boot.notebook !== null) return { url: view, isWhole: true };
  const isWhole = view.length <= MAX_SEARCH_LENGTH || (await keepLong(view));
  return { url: location.origin + withoutSession(addressOf(query)), isWhole };
}

function note(key: AddressKey): void {
  if (!LOOKS.includes(key)) {
    isForLooks = false;
    viewChanges.value = viewChanges.peek() + 1;
  } else if (isForLooks) {
    clearTimeout(timer);
    timer = undefined;
  }
  timer ??= setTimeout(() => write("replaceState"), REPLACE_AFTER_MS);
}

function bind(binding: Binding, changed: () => void): void {
  bindings.set(binding.key, binding);
  let first = true;
  effect(() => {
    changed();
    if (first) first = false;
    else note(binding.key);
  });
}

/** The text under `key`, or its default. All callers share one signal. */
export function urlText(key: TextAddressKey): Signal<string> {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const fallback = defaultOf(key);
  const read = (query: Query): string => valuesOf(query, key)[0] ?? fallback;
  const value = signal(read(entryQuery()));
  texts.set(key, value);
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
export function urlList(key: ListAddressKey): Signal<string[]> {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const value = signal(valuesOf(entryQuery(), key));
  lists.set(key, value);
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
  put("pushState", query);
  readEntry(query);
}

/**
 * Reads what the address means beyond what it says: a view that the server keeps, or one of
 * TensorBoard's. Call once, before the first drawing. False when the server keeps no such view.
 */
export async function readAddress(): Promise<boolean> {
  const query = entryQuery();
  const [id] = valuesOf(query, ID_KEY);
  if (id !== undefined) return readSaved(id, query);
  if (location.hash === "" && query.every(([key]) => key in KEYS)) return true;
  const { readTensorBoardLink } = await import("./tensorboard-link");
  const theirs = readTensorBoardLink(query, location.hash);
  if (theirs !== undefined) replaceEntry(theirs);
  return true;
}

async function readSaved(id: string, query: Query): Promise<boolean> {
  try {
    const search = await getView(id);
    saved = { view: printQuery(parseQuery(search)), id };
    replaceEntry(parseQuery(search));
    return true;
  } catch {
    replaceEntry(withValues(query, ID_KEY, []));
    return false;
  }
}

/** Puts a query in the place of what the current entry says, and of its hash. */
function replaceEntry(query: Query): void {
  changeEntry("replaceState", "", location.pathname);
  put("replaceState", query);
  readEntry(query);
}

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => readEntry());
  window.addEventListener("pagehide", () => write("replaceState"));
}
