/** The runs, which of them are shown, and how each is told apart. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { getRuns } from "../api/resources";
import type { Run } from "../api/types";
import { PALETTE } from "../lib/palette";
import { followGeneration } from "./resource";
import { assignMarks, type RunMark } from "./run-marks";
import {
  parseSelection,
  printSelection,
  type RunSelection,
  resolveSelection,
} from "./run-selection";
import { appliedTheme } from "./theme";
import { commitHistory, urlList } from "./url";

const resource = followGeneration(getRuns);
const NO_RUNS: readonly Run[] = [];

/** All runs, oldest first; empty until the server has answered (`runsLoaded`). */
export const runs: ReadonlySignal<readonly Run[]> = computed(
  () => resource.data.value?.runs ?? NO_RUNS,
);
export const runsLoaded: ReadonlySignal<boolean> = computed(() => resource.data.value !== null);
export const runsError = resource.error;

export const runById: ReadonlySignal<ReadonlyMap<string, Run>> = computed(
  () => new Map(runs.value.map((run) => [run.id, run])),
);

const chosen = urlList("runs");

export const selection: ReadonlySignal<RunSelection> = computed(() => parseSelection(chosen.value));

/** A deliberate choice of the viewer: one step in the history. */
export function select(next: RunSelection): void {
  chosen.value = printSelection(next);
  commitHistory();
}

/** Names of the runs shown. */
export const shownNames: ReadonlySignal<ReadonlySet<string>> = computed(() =>
  resolveSelection(
    selection.value,
    runs.value.map(({ name }) => name),
  ),
);

/** The runs shown, oldest first. */
export const shownRuns: ReadonlySignal<readonly Run[]> = computed(() =>
  runs.value.filter(({ name }) => shownNames.value.has(name)),
);

/** Colour slot and dash by run id. */
export const runMarks: ReadonlySignal<ReadonlyMap<string, RunMark>> = computed(() => {
  const marks = assignMarks(
    runs.value.map(({ path }) => path),
    PALETTE.length,
  );
  const byId = new Map<string, RunMark>();
  for (const { id, path } of runs.value) byId.set(id, marks.get(path) ?? { slot: 0, dash: 0 });
  return byId;
});

/** The CSS colour of a run in the theme on the screen; reading it follows both. */
export function runColour(id: string): string {
  const { slot } = runMarks.value.get(id) ?? { slot: 0 };
  return PALETTE[slot]?.[appliedTheme.value] ?? "currentColor";
}
