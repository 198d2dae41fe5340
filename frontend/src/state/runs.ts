/** The runs, which of them are shown, and how each is told apart. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { getRuns } from "../api/resources";
import type { Run } from "../api/types";
import { type SharedParts, sharedParts } from "../lib/name-parts";
import { PALETTE } from "../lib/palette";
import { reading } from "./live";
import { followGeneration } from "./resource";
import { unreadFirst } from "./run-order";
import {
  parseSelection,
  printSelection,
  type RunSelection,
  resolveSelection,
} from "./run-selection";
import { assignSlots } from "./run-slots";
import { appliedTheme } from "./theme";
import { commitHistory, urlList } from "./url";

const resource = followGeneration(getRuns);

/** All runs, oldest first; empty until the server has answered (`runsLoaded`). */
export const runs: ReadonlySignal<readonly Run[]> = computed(() =>
  unreadFirst(resource.data.value?.runs ?? []),
);
export const runsLoaded: ReadonlySignal<boolean> = computed(() => resource.data.value !== null);
export const runsError = resource.error;
export const retryRuns = resource.retry;

export const runById: ReadonlySignal<ReadonlyMap<string, Run>> = computed(
  () => new Map(runs.value.map((run) => [run.id, run])),
);

/** What the names of all runs begin and end with: no need to repeat it in lists. */
export const sharedRunParts: ReadonlySignal<SharedParts> = computed(() =>
  sharedParts(runs.value.map(({ name }) => name)),
);

const chosen = urlList("runs");

export const selection: ReadonlySignal<RunSelection> = computed(() => parseSelection(chosen.value));

/** A deliberate choice of the viewer: one step in the history. */
export function select(next: RunSelection): void {
  chosen.value = printSelection(next);
  commitHistory();
}

/** Corrects the choice made just before: no further step in the history. */
export function reselect(next: RunSelection): void {
  chosen.value = printSelection(next);
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

/** By path. The order of runs is settled when all are read: until then none changes its slot. */
let slots: ReadonlyMap<string, number> = new Map();

/** Slot of the palette by run id: runs with the same slot have the same colour. */
export const runSlots: ReadonlySignal<ReadonlyMap<string, number>> = computed(() => {
  const paths = runs.value.map(({ path }) => path);
  slots = assignSlots(paths, PALETTE.length, reading.value ? slots : undefined);
  return new Map(runs.value.map(({ id, path }) => [id, slots.get(path) ?? 0]));
});

/** The CSS colour of a run in the theme on the screen; reading it follows both. */
export function runColour(id: string): string {
  return PALETTE[runSlots.value.get(id) ?? 0]?.[appliedTheme.value] ?? "currentColor";
}
