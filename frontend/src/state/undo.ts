/**
 * Undo and redo of every change of the view, on every tab: what is in the address is the view, so a
 * step is the address before.
 *
 * What one action changes is one step, however many values it sets. What is typed or dragged is one
 * step from its first change to the pause after it. Where somebody looks is none: a camera that was
 * moved stays where it is while choices are undone.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { parseQuery, printQuery, type Query, valuesOf, withValues } from "../lib/query";
import { showView, viewChanges, viewCommits, viewSearch } from "./url";

/** Steps back that are kept. */
const MOST_STEPS = 200;
/** After a pause of so long, typing on is another step. */
const PAUSE_MS = 1000;

interface Steps {
  readonly past: readonly string[];
  readonly future: readonly string[];
}

/** Is told what a step leads from and to, before it is taken. */
type Replayed = (from: Query, to: Query) => void;

const steps = signal<Steps>({ past: [], future: [] });
const looks = new Set<string>();
const listeners = new Set<Replayed>();

let now = withoutLooks(viewSearch());
/** While a step may still grow: the keys that it changed, and when it did last. */
let open: { readonly keys: string; readonly at: number } | null = null;
let commits = 0;

export const canUndo: ReadonlySignal<boolean> = computed(() => steps.value.past.length > 0);
export const canRedo: ReadonlySignal<boolean> = computed(() => steps.value.future.length > 0);

/** Says that a key of the address tells where somebody looks. */
export function isLook(key: string): void {
  looks.add(key);
  now = withoutLooks(now);
}

/** Calls `replayed` before each undo and redo; returns how to stop. */
export function whenReplayed(replayed: Replayed): () => void {
  listeners.add(replayed);
  return () => listeners.delete(replayed);
}

/** False when there is nothing to undo. */
export function undo(): boolean {
  note();
  const { past, future } = steps.peek();
  const to = past.at(-1);
  if (to === undefined) return false;
  go(to, { past: past.slice(0, -1), future: [...future, now] });
  return true;
}

/** False when there is nothing to redo. */
export function redo(): boolean {
  note();
  const { past, future } = steps.peek();
  const to = future.at(-1);
  if (to === undefined) return false;
  go(to, { past: [...past, now], future: future.slice(0, -1) });
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

function go(to: string, next: Steps): void {
  for (const replayed of listeners) replayed(parseQuery(now), parseQuery(to));
  now = to;
  steps.value = next;
  open = null;
  showView(withLooksOf(to, viewSearch()));
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
  const keys = changedKeys(now, shown);
  const at = performance.now();
  const isSame = open !== null && open.keys === keys && at - open.at < PAUSE_MS;
  const { past } = steps.peek();
  steps.value = { past: isSame ? past : [...past, now].slice(-MOST_STEPS), future: [] };
  now = shown;
  open = isDeliberate ? null : { keys, at };
}

function changedKeys(before: string, after: string): string {
  const [from, to] = [parseQuery(before), parseQuery(after)];
  const keys = new Set([...from, ...to].map(([key]) => key));
  const isChanged = (key: string) => `${valuesOf(from, key)}` !== `${valuesOf(to, key)}`;
  return [...keys].filter(isChanged).join();
}

effect(() => {
  viewChanges.value;
  viewCommits.value;
  queueMicrotask(note);
});
