/** What the run table shows: the filter, the rows it leaves, and what the actions on them do. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Run } from "../../api/types";
import { parseTextFilter } from "../../lib/text-filter";
import { status } from "../../state/live";
import type { RunSelection } from "../../state/run-selection";
import { setShown, toggleRun } from "../../state/run-selection";
import { reselect, runs, runsLoaded, select, selection, shownNames } from "../../state/runs";
import { urlText } from "../../state/url";

export const filterText = urlText("filter");
export const filter = computed(() => parseTextFilter(filterText.value));

/** Rows of the table: newest first. */
export const rows: ReadonlySignal<readonly Run[]> = computed(() => {
  const { matches } = filter.value;
  return runs.value.filter(({ name }) => matches(name)).reverse();
});

const namesInTable = () => rows.peek().map(({ name }) => name);

/** Shows or hides every run in the table; runs that the filter hides stay as they are. */
export function showAll(show: boolean): void {
  const filtered = rows.peek().length < runs.peek().length;
  if (show && !filtered) select({ kind: "all" });
  else select(setShown(shownNames.peek(), namesInTable(), show));
}

export function toggle(name: string): void {
  select(toggleRun(shownNames.peek(), name));
}

interface Before {
  readonly selection: RunSelection;
  readonly shown: ReadonlySet<string>;
}

/** What was shown before the last click, which may turn out to be the first of two. */
let beforeClick: Before | null = null;

/** What was shown before a run was left alone, to come back to. */
let beforeSolo: RunSelection | null = null;

/** A single click on a run. */
export function clickRun(name: string): void {
  beforeClick = { selection: selection.peek(), shown: shownNames.peek() };
  toggle(name);
}

/**
 * The second click on a run: shows it alone, or, when it was alone, what was shown before. Both
 * clicks are one step in the history, which the first has made.
 */
export function doubleClickRun(name: string): void {
  const before = beforeClick ?? { selection: selection.peek(), shown: shownNames.peek() };
  const wasAlone = before.shown.size === 1 && before.shown.has(name);
  if (wasAlone && beforeSolo !== null) {
    reselect(beforeSolo);
    beforeSolo = null;
    return;
  }
  beforeSolo = before.selection;
  reselect({ kind: "names", names: [name] });
}

/** The runs there were when the log directory had been read first. */
const knownNames = signal<ReadonlySet<string> | null>(null);

effect(() => {
  const ready = status.value?.loading.state === "ready" && runsLoaded.value;
  if (ready && knownNames.peek() === null) {
    knownNames.value = new Set(runs.value.map(({ name }) => name));
  }
});

/** Runs that came later and that a selection by hand keeps out. */
export const newRuns: ReadonlySignal<readonly string[]> = computed(() => {
  const known = knownNames.value;
  if (known === null || selection.value.kind !== "names") return [];
  const names = runs.value.map(({ name }) => name);
  return names.filter((name) => !known.has(name) && !shownNames.value.has(name));
});

export function showNewRuns(): void {
  select(setShown(shownNames.peek(), newRuns.peek(), true));
}
