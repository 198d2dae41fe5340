/** What the run table shows: the filter, the rows it leaves, and what the actions on them do. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Run } from "../../api/types";
import { parseTextFilter } from "../../lib/text-filter";
import type { RunSelection } from "../../state/run-selection";
import { setShown, toggleRun } from "../../state/run-selection";
import { runs, select, selection, shownNames } from "../../state/runs";
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

const beforeSolo = signal<RunSelection | null>(null);

/** Shows this run alone; when it is alone already, what was shown before. */
export function solo(name: string): void {
  const shown = shownNames.peek();
  const alone = shown.size === 1 && shown.has(name);
  const before = beforeSolo.peek();
  beforeSolo.value = alone ? null : selection.peek();
  select(alone && before !== null ? before : { kind: "names", names: [name] });
}

/** Names known when the page first saw runs; a run that came later is new until it is shown. */
let known: ReadonlySet<string> | null = null;

/** Runs that came after the page was opened and that a selection by hand keeps out. */
export const newRuns: ReadonlySignal<readonly string[]> = computed(() => {
  const names = runs.value.map(({ name }) => name);
  if (known === null && names.length > 0) known = new Set(names);
  if (known === null || selection.value.kind !== "names") return [];
  const before = known;
  return names.filter((name) => !before.has(name) && !shownNames.value.has(name));
});

export function showNewRuns(): void {
  select(setShown(shownNames.peek(), newRuns.peek(), true));
}
