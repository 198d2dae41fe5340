/** Runs whose directories were deleted, listed for half a minute so that none vanishes silently. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Run } from "../../api/types";
import { runs, runsLoaded } from "./runs";

const SHOWN_MS = 30_000;

const deleted = signal<readonly Run[]>([]);
/** Those that were there less than half a minute ago. */
export const deletedRuns: ReadonlySignal<readonly Run[]> = deleted;

/** Which of the runs before are not among those now. */
export function missingRuns(before: readonly Run[], now: readonly Run[]): readonly Run[] {
  const ids = new Set(now.map(({ id }) => id));
  return before.filter(({ id }) => !ids.has(id));
}

let before: readonly Run[] = [];

effect(() => {
  if (!runsLoaded.value) return;
  const missing = missingRuns(before, runs.value);
  const back = new Set(runs.value.map(({ id }) => id));
  before = runs.value;
  const still = deleted.peek().filter(({ id }) => !back.has(id));
  if (missing.length === 0 && still.length === deleted.peek().length) return;
  deleted.value = [...still, ...missing];
  if (missing.length === 0) return;
  setTimeout(() => {
    deleted.value = deleted.peek().filter((run) => !missing.includes(run));
  }, SHOWN_MS);
});
