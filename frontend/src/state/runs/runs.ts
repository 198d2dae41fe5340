/** The runs, which of them are shown, and their names and colours. */
import { computed, type ReadonlySignal, type Signal, untracked } from "@preact/signals";
import { getRuns } from "../../api/resources";
import type { Run } from "../../api/types";
import { grouped } from "../../lib/algorithms/group-by";
import { DASHES } from "../../lib/colour/line-dashes";
import { PALETTE } from "../../lib/colour/run-colours";
import {
  parseSelection,
  printSelection,
  type RunSelection,
  resolveSelection,
  ruleOf,
  type Selectable,
  setShown,
  TEN_NEWEST,
} from "../address/run-selection";
import { commitHistory, urlList, urlText } from "../address/url-state";
import { boot } from "../base/boot";
import { stableComputed } from "../base/stable-computed";
import { appliedTheme } from "../base/theme";
import { dataVersion, reading, status } from "../server/connection";
import { liveQuery } from "../server/live-query";
import { assignColourSlots } from "./colour-slots";
import { comparePhases, type Experiment } from "./experiments";
import { assignDashes } from "./line-dashes";
import { marks } from "./run-annotations";
import type { RunColour } from "./run-annotations-value";
import { unreadFirst } from "./run-order";

/** Every new point changes a run, and the list may be long: asking for it may take this part. */
const PART_OF_TIME = 1 / 20;

const isReady = () => status.value !== null && !reading.value;

/** All runs, with the server's version when they were requested. */
async function getListed(signal: AbortSignal) {
  const [version, wasReady] = untracked(() => [dataVersion.value, isReady()] as const);
  return { version, wasReady, ...(await getRuns(signal)) };
}

const list = liveQuery(getListed, { pauseFactor: 1 / PART_OF_TIME });

/** All runs, oldest first; empty until the server has answered (`runsLoaded`). */
export const runs: ReadonlySignal<readonly Run[]> = computed(() =>
  unreadFirst(list.data.value?.runs ?? []),
);
export const runsLoaded: ReadonlySignal<boolean> = computed(() => list.data.value !== null);
/** Whether the list says what the server had read when it was done, not what it had halfway. */
export const runsWhole: ReadonlySignal<boolean> = computed(() => {
  const listed = list.data.value;
  if (listed === null) return false;
  return listed.wasReady || (isReady() && listed.version === dataVersion.value);
});
/** Names of the runs and experiments that the log has; null while these are not all known. */
export function namesInLog(): ReadonlySet<string> | null {
  if (!runsWhole.peek() || runs.peek().length === 0) return null;
  return new Set(runs.peek().flatMap(({ name, training }) => [name, training]));
}

export const runsError = list.error;
export const retryRuns = list.retry;

export const runCount: ReadonlySignal<number> = computed(() => runs.value.length);

/** What stays of a run while it logs: what it is called, and when it began. */
export interface RunIdentity
  extends Pick<
    Run,
    "id" | "name" | "path" | "training" | "phase" | "lasting_training" | "first_wall_time"
  > {
  readonly hasScalars: boolean;
}

function identityOf(run: Run): RunIdentity {
  const { id, name, path, training, phase, lasting_training, first_wall_time, tags } = run;
  const hasScalars = (tags.scalars ?? 0) > 0;
  return { id, name, path, training, phase, lasting_training, first_wall_time, hasScalars };
}

/** All runs without what changes with their points: most of the page is to follow these. */
const identities: ReadonlySignal<readonly RunIdentity[]> = stableComputed(() =>
  runs.value.map(identityOf),
);

export const identityById: ReadonlySignal<ReadonlyMap<string, RunIdentity>> = computed(
  () => new Map(identities.value.map((run) => [run.id, run])),
);

/** With what changes with their points. */
export const runById: ReadonlySignal<ReadonlyMap<string, Run>> = computed(
  () => new Map(runs.value.map((run) => [run.id, run])),
);

/** The experiment of each run, by the run's name. */
const experiments: ReadonlySignal<ReadonlyMap<string, Experiment>> = computed(
  () =>
    new Map(
      identities.value.map(({ name, training, phase, lasting_training }) => [
        name,
        { name: training, phase, canonicalName: lasting_training },
      ]),
    ),
);

export function experimentOf(name: string): Experiment {
  return experiments.value.get(name) ?? { name, phase: "", canonicalName: name };
}

/** Whether a viewer took the run off the list. */
export function isArchived(name: string): boolean {
  if (marks.value.size === 0) return false;
  const isMarked = (of: string) => marks.value.get(of)?.isAway === true;
  return isMarked(name) || isMarked(experimentOf(name).name);
}

const chosen = urlList("runs");

export const selection: ReadonlySignal<RunSelection> = computed(() => parseSelection(chosen.value));

/** A deliberate choice of the viewer: one step in the history. */
export function select(next: RunSelection): void {
  chosen.value = printSelection(next);
  commitHistory();
}

export function showNewest(): void {
  select(TEN_NEWEST);
}

/** Corrects the choice made just before: no further step in the history. */
export function reselect(next: RunSelection): void {
  chosen.value = printSelection(next);
}

/** The runs that may be shown: all that are not archived, oldest first. */
const selectable: ReadonlySignal<readonly Selectable[]> = computed(() =>
  identities.value.filter(({ name }) => !isArchived(name)),
);

/** How many lines the fullest chart of all runs has; those that have not been read may have one. */
const mostLines: ReadonlySignal<number> = computed(() => {
  const unread = identities.value.filter(({ first_wall_time }) => first_wall_time === null).length;
  return (list.data.value?.most_lines ?? 0) + (reading.value ? unread : 0);
});

/** The selection, and in place of the first one the rule that it comes to. */
export const selectionRule: ReadonlySignal<RunSelection> = computed(() =>
  ruleOf(selection.value, mostLines.value),
);

/** Names of the runs shown. */
export const shownNames: ReadonlySignal<ReadonlySet<string>> = computed(() =>
  resolveSelection(selectionRule.value, selectable.value),
);

/** Shows a run besides those that are, as part of another choice of the viewer. */
export function showRun(name: string): void {
  if (!shownNames.peek().has(name)) reselect(setShown(shownNames.peek(), [name], true));
}

/** The runs shown, oldest first. */
export const shownRuns: ReadonlySignal<readonly RunIdentity[]> = stableComputed(() =>
  identities.value.filter(({ name }) => shownNames.value.has(name)),
);

/** The name of the run that others are compared with; empty without one. */
export const baselineName: Signal<string> = urlText("baseline");
export const baseline: ReadonlySignal<RunIdentity | null> = computed(
  () => identities.value.find(({ name }) => name === baselineName.value) ?? null,
);

export function setBaseline(name: string): void {
  baselineName.value = name === baselineName.peek() ? "" : name;
  commitHistory();
}

const ROOT = ".";
/** What the run in the log directory itself is called: as that directory. */
export const rootName = boot.log_directory || ROOT;

/** The name of a run as its viewers see it: one that they gave it or its experiment, or its own. */
export function runName(id: string): string {
  const run = identityById.value.get(id);
  if (run === undefined) return id;
  const own = marks.value.get(run.name)?.name;
  if (own !== undefined) return own;
  if (run.name === ROOT) return rootName;
  const { name, phase } = experimentOf(run.name);
  const given = marks.value.get(name)?.name;
  if (given === undefined || phase === "") return run.name;
  return `${given}/${phase}`;
}

/** The directory of a run's experiment. */
export function experimentPath(run: Pick<Run, "name" | "path" | "lasting_training">): string {
  const { name, path, lasting_training: experiment } = run;
  if (name === experiment) return path;
  const around = path.endsWith(`/${name}`) ? path.slice(0, path.length - name.length - 1) : path;
  return experiment === "." ? around : `${around}/${experiment}`;
}

/** By path. The order of runs is settled when all are read: until then none changes its slot. */
let assigned: ReadonlyMap<string, number> = new Map();
let dashed: ReadonlyMap<string, number> = new Map();

/** The slot of each run without a colour of its own. */
const assignedColourSlots = computed(() => {
  const paths = identities.value.map(experimentPath);
  assigned = assignColourSlots(paths, PALETTE.length, reading.value ? assigned : undefined);
  dashed = assignDashes(assigned, DASHES.length, reading.value ? dashed : undefined);
  return new Map(identities.value.map(({ id }, at) => [id, assigned.get(paths[at] ?? "") ?? 0]));
});

function chosenColour(name: string): RunColour | undefined {
  return marks.value.get(name)?.colour ?? marks.value.get(experimentOf(name).name)?.colour;
}

/**
 * Slot of the palette, or a colour that a viewer made, by run id: runs with the same one have the
 * same colour. Those of one experiment share it and differ by `runDash`.
 */
export const runColours: ReadonlySignal<ReadonlyMap<string, RunColour>> = computed(() => {
  const slots = assignedColourSlots.value;
  if (marks.value.size === 0) return slots;
  return new Map(
    identities.value.map(({ id, name }) => [id, chosenColour(name) ?? slots.get(id) ?? 0]),
  );
});

const dashes: ReadonlySignal<ReadonlyMap<string, number>> = computed(() => {
  // The experiments have their patterns with their colours.
  if (assignedColourSlots.value.size === 0) return dashed;
  const byExperiment = grouped(identities.value, ({ training }) => training);
  const ranked = new Map<string, number>();
  for (const members of byExperiment.values()) {
    const isBare = ({ hasScalars }: RunIdentity) => Number(!hasScalars);
    members.sort((one, other) => isBare(one) - isBare(other) || comparePhases(one, other));
    members.forEach((run, rank) => {
      ranked.set(run.id, ((dashed.get(experimentPath(run)) ?? 0) + rank) % DASHES.length);
    });
  }
  return ranked;
});

/**
 * The dash pattern of each run's lines. Neighbours in the list differ, and so do the runs of one
 * experiment; runs without lines come last, so that none takes a pattern from those.
 */
export function runDash(id: string): number {
  return dashes.value.get(id) ?? 0;
}

/** The CSS colour of a slot in the theme on the screen; other colours are what they are. */
export function slotColour(slot: RunColour): string {
  if (typeof slot === "string") return slot;
  return PALETTE[slot % PALETTE.length]?.[appliedTheme.value] ?? "currentColor";
}

/** The CSS colour of a run in the theme on the screen; reading it follows both. */
export function runColour(id: string): string {
  return slotColour(runColours.value.get(id) ?? 0);
}
