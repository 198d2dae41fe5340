/**
 * How many warnings each run has: what a row, a column and the filter say, and the banner lists.
 *
 * Those that viewers muted do not count. `warnings` fills this in; columns, which it builds on, read
 * it.
 */
import { signal } from "@preact/signals";
import * as messages from "../base/run-messages";

/** By the id of the run; a run of which not all has been looked at is missing where it has none. */
export const warningCounts = signal<ReadonlyMap<string, number>>(new Map());

/** Whether a part of the page shows the warnings of all runs, shown or not. */
export const countsEveryWarning = signal(false);

/** How many runs may have further warnings, while those of all runs are counted. */
export const uncheckedRuns = signal(0);

export const UNCHECKED_TITLE = messages.uncheckedRunsTitle;

/** How many warnings a run has; null while that is not known. */
export function warningsOf(id: string): number | null {
  return warningCounts.value.get(id) ?? null;
}
