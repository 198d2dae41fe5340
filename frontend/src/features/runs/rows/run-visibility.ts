/** Showing and hiding runs: one row, all that pass the filter, one alone. */
import { signal } from "@preact/signals";
import type { Run } from "../../../api/types";
import type { RunSelection } from "../../../state/address/run-selection";
import { setShown } from "../../../state/address/run-selection";
import { reselect, select, selection, shownNames } from "../../../state/runs/runs";
import type { TableRow } from "./rows";
import { filteredRuns, listedCount, rows } from "./table-rows";

function namesOf(runs: readonly Run[]): string[] {
  return runs.map(({ name }) => name);
}

/** Whether all, some or none of the runs are shown. */
export function shownPart(runs: readonly Run[]): "all" | "some" | "none" {
  const shown = runs.filter(({ name }) => shownNames.value.has(name)).length;
  if (shown === 0) return "none";
  return shown === runs.length ? "all" : "some";
}

/** Shows all of the runs, or hides them when all are shown. */
export function toggle(runs: readonly Run[]): void {
  const hides = namesOf(runs).every((name) => shownNames.peek().has(name));
  select(setShown(shownNames.peek(), namesOf(runs), !hides));
}

/** Shows or hides every run in the table; runs that the filter hides stay as they are. */
export function showAll(show: boolean): void {
  const inTable = filteredRuns.peek();
  if (show && inTable.length === listedCount.peek()) select({ kind: "all" });
  else select(setShown(shownNames.peek(), namesOf(inTable), show));
}

/** Shows what passes the filter and nothing else. */
export function showOnlyFiltered(): void {
  select({ kind: "names", names: namesOf(filteredRuns.peek()) });
}

/** The row that was shown or hidden last, by its key: one end of a range. */
let rangeEnd: string | null = null;

/** Makes a row the end of a range that is selected next. */
export function startRange(key: string): void {
  rangeEnd = key;
}

/**
 * Shows the runs of all rows from the one shown or hidden last to this one, or hides them where
 * that one was hidden. Without such a row, shows or hides those of this one.
 */
export function selectRange({ key, runs }: TableRow): void {
  const all = rows.peek();
  const [from = -1, to = -1] = [rangeEnd, key].map((end) =>
    all.findIndex((row) => row.key === end),
  );
  rangeEnd = key;
  if (from < 0 || to < 0) {
    toggle(runs);
    return;
  }
  const inRange = all.slice(Math.min(from, to), Math.max(from, to) + 1);
  const shows = shownPart(all[from]?.runs ?? []) !== "none";
  const names = inRange.flatMap((row) => namesOf(row.runs));
  select(setShown(shownNames.peek(), names, shows));
}

interface Before {
  readonly selection: RunSelection;
  readonly shown: ReadonlySet<string>;
}

/** What was shown before the last click, which may turn out to be the first of two. */
let beforeClick: Before | null = null;

/** What was shown before a row was left alone, to come back to. */
const beforeSolo = signal<RunSelection | null>(null);

/** A single click on a row. */
export function click(runs: readonly Run[]): void {
  beforeClick = { selection: selection.peek(), shown: shownNames.peek() };
  toggle(runs);
}

function isAlone(runs: readonly Run[], shown: ReadonlySet<string>): boolean {
  return shown.size === runs.length && namesOf(runs).every((name) => shown.has(name));
}

/** What solo makes of a selection: the runs alone, or, when they were, what was shown before. */
function soloSelection(runs: readonly Run[], before: Before): RunSelection {
  const back = beforeSolo.peek();
  if (isAlone(runs, before.shown) && back !== null) {
    beforeSolo.value = null;
    return back;
  }
  if (!isAlone(runs, before.shown)) beforeSolo.value = before.selection;
  return { kind: "names", names: namesOf(runs) };
}

/**
 * The second click on a row: shows it alone, or, when it was alone, what was shown before. Both
 * clicks are one step in the history, which the first has made.
 */
export function doubleClick(runs: readonly Run[]): void {
  const before = beforeClick ?? { selection: selection.peek(), shown: shownNames.peek() };
  reselect(soloSelection(runs, before));
}

/** Shows the runs alone, or again what was shown before. */
export function solo(runs: readonly Run[]): void {
  select(soloSelection(runs, { selection: selection.peek(), shown: shownNames.peek() }));
}
