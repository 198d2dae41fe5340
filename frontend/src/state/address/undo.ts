/**
 * Undo and redo of every change of the view, on every tab, and of what is saved on the server. The
 * address is the view, so a step of it is the address before. A saved change is reverted, unless
 * another client has changed the same since.
 *
 * All values that one action sets are one step. Typing and dragging are one step from the first
 * change to the pause after it. View directions make no steps: a camera stays where it is while
 * settings are undone.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import {
  parseQuery,
  printQuery,
  type Query,
  valuesOf,
  withValues,
} from "../../lib/browser/query-string";
import { showToast } from "../base/toasts";
import * as messages from "../messages";
import { LOOKS } from "./keys";
import { showView, viewChanges, viewCommits, viewSearch } from "./url-state";

/** The length of the history. */
const MAX_STEPS = 200;
/** Of notices of what was undone. */
const TOPIC = "undo";
/** For a notice that tells of something unexpected. */
const LONG_MS = 6000;
/** After a pause of so long, typing on is another step. */
const PAUSE_MS = 1000;

/** A change of data saved outside the address. */
export interface SavedChange {
  /** What it changed: `the name of a`. */
  readonly subject: string;
  /** Changes it back, or again; false where it is no more as this change left it. */
  readonly apply: (direction: "undo" | "redo") => boolean;
}

/** The target of a step: a view, or a change to revert or repeat. */
type Step = { readonly view: string } | SavedChange;

interface Steps {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** Receives the addresses before and after a step, before it is applied. */
type Replayed = (from: Query, to: Query) => void;

const steps = signal<Steps>({ past: [], future: [] });
const looks: ReadonlySet<string> = new Set(LOOKS);
const listeners = new Set<Replayed>();

let now = withoutLooks(viewSearch());
/** While a step may still grow: the keys that it changed, and when it did last. */
let open: { readonly keys: string; readonly at: number } | null = null;
let commits = 0;

export const canUndo: ReadonlySignal<boolean> = computed(() => steps.value.past.length > 0);
export const canRedo: ReadonlySignal<boolean> = computed(() => steps.value.future.length > 0);

/** Calls `replayed` before each undo and redo; returns how to stop. */
export function whenReplayed(replayed: Replayed): () => void {
  listeners.add(replayed);
  return () => listeners.delete(replayed);
}

/** Adds a saved change to the history as a step of its own. */
export function noteSavedChange(change: SavedChange): void {
  note();
  addStep(change);
  open = null;
}

/** False when there is nothing to undo. */
export function undo(): boolean {
  note();
  const { past, future } = steps.peek();
  const step = past.at(-1);
  if (step === undefined) return false;
  const back = replayStep(step, "undo");
  steps.value = { past: past.slice(0, -1), future: back === null ? future : [...future, back] };
  return true;
}

/** False when there is nothing to redo. */
export function redo(): boolean {
  note();
  const { past, future } = steps.peek();
  const step = future.at(-1);
  if (step === undefined) return false;
  const back = replayStep(step, "redo");
  steps.value = { past: back === null ? past : [...past, back], future: future.slice(0, -1) };
  return true;
}

/** Takes what changed since the last step as a part of it: the page did it, not the viewer. */
export function absorbChanges(): void {
  now = withoutLooks(viewSearch());
}

/** Undoing ends here. */
export function forgetSteps(): void {
  absorbChanges();
  steps.value = { past: [], future: [] };
  open = null;
  commits = viewCommits.peek();
}

/** In the order of the keys, so that equal views have equal texts. */
function withoutLooks(search: string): string {
  const query = parseQuery(search).filter(([key]) => !looks.has(key));
  query.sort(([a], [b]) => Number(a > b) - Number(a < b));
  return printQuery(query).slice(1);
}

function withLooksOf(search: string, shown: string): string {
  let query: Query = parseQuery(search);
  const from = parseQuery(shown);
  for (const key of looks) query = withValues(query, key, valuesOf(from, key));
  return printQuery(query).slice(1);
}

function addStep(step: Step): void {
  steps.value = { past: [...steps.peek().past, step].slice(-MAX_STEPS), future: [] };
}

/** Takes a step, says so, and returns the one that leads back; null where there is none. */
function replayStep(step: Step, direction: "undo" | "redo"): Step | null {
  open = null;
  if ("view" in step) {
    const from = now;
    void sayReplayed(direction, changedKeys(from, step.view));
    show(step.view);
    return { view: from };
  }
  const isDone = step.apply(direction);
  if (isDone) showToast(doneText(direction, step.subject), undefined, TOPIC);
  else notifyOvertaken(step.subject);
  return isDone ? step : null;
}

/** Says which settings a step changed; without the code that calls them by name, that one did. */
async function sayReplayed(direction: "undo" | "redo", keys: readonly string[]): Promise<void> {
  const code = await import("./key-labels").catch(() => null);
  const subject = code?.labelOf(keys) ?? messages.unknownSetting;
  showToast(doneText(direction, subject), undefined, TOPIC);
}

function doneText(direction: "undo" | "redo", subject: string): string {
  return direction === "undo" ? messages.undone(subject) : messages.redone(subject);
}

/** Reports why a change was not undone or redone. */
export function notifyOvertaken(subject: string): void {
  showToast(messages.notUndone(subject), LONG_MS, TOPIC);
}

function show(view: string): void {
  for (const replayed of listeners) replayed(parseQuery(now), parseQuery(view));
  now = view;
  showView(withLooksOf(view, viewSearch()));
  commits = viewCommits.peek();
}

function note(): void {
  const shown = withoutLooks(viewSearch());
  const isDeliberate = commits !== viewCommits.peek();
  commits = viewCommits.peek();
  if (shown === now) {
    if (isDeliberate) open = null;
    return;
  }
  const keys = changedKeys(now, shown).join();
  const at = performance.now();
  const isSame = open !== null && open.keys === keys && at - open.at < PAUSE_MS;
  if (isSame) steps.value = { ...steps.peek(), future: [] };
  else addStep({ view: now });
  now = shown;
  open = isDeliberate ? null : { keys, at };
}

function changedKeys(before: string, after: string): string[] {
  const [from, to] = [parseQuery(before), parseQuery(after)];
  const keys = new Set([...from, ...to].map(([key]) => key));
  // One value that is empty is another list than none.
  const textOf = (query: Query, key: string) => JSON.stringify(valuesOf(query, key));
  const isChanged = (key: string) => textOf(from, key) !== textOf(to, key);
  return [...keys].filter(isChanged);
}

effect(() => {
  viewChanges.value;
  viewCommits.value;
  queueMicrotask(note);
});
