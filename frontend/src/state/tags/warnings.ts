/** What the server sees wrong in the time series of the runs shown, and where that is. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getWarnings } from "../../api/resources";
import type { SeriesWarning, SeriesWarnings } from "../../api/types";
import { urlText } from "../address/url-state";
import { boot } from "../base/boot";
import { runById, runColour, runCount, runName, runs, shownRuns, showRun } from "../runs/runs";
import { countsEveryWarning, uncheckedRuns, warningCounts } from "../runs/warning-counts";
import { dataVersion, reading, runsVersion } from "../server/connection";
import { liveQuery } from "../server/live-query";
import { ThrottledRequest } from "../server/throttled-request";
import { openRunDetails } from "../shell/inspector";
import * as messages from "./messages";
import {
  loadMuted,
  mutedWarnings,
  muteWarning,
  subjectKey,
  type WarningSubject,
} from "./muted-warnings";
import { chooseStep } from "./selected-step";
import {
  type Answered,
  addBatch,
  type Checked,
  countUnchecked,
  MAX_RUNS,
  nextBatch,
  withChecked,
} from "./unchecked-warnings";

export interface Warning extends SeriesWarning {
  /** Tells it from all others. */
  readonly key: string;
  /** The run as its viewers call it. */
  readonly runName: string;
  readonly colour: string;
  readonly isMuted: boolean;
}

/** Thousands of series may have to be looked through for an answer. */
const MIN_GAP_MS = 5000;
const PART_OF_TIME = 1 / 20;
const NOTHING: SeriesWarnings = { warnings: [], series: 0, left_out: 0, unfinished: [] };

/** What is seen in series that are half read says little: null until they are read. */
const version = computed(() => {
  const ids = shownIds();
  const newest = runsVersion(ids);
  return newest === null || reading.value ? null : `${newest} ${ids.join(" ")}`;
});

/** The ids of the runs to ask about, oldest first, the newest of many; none for all there are. */
export function runsToCheck(shown: readonly string[], all: number): readonly string[] {
  return shown.length === all ? [] : shown.slice(-MAX_RUNS);
}

function shownIds(): string[] {
  return shownRuns.value.map(({ id }) => id);
}

async function requestWarnings(ids: readonly string[], signal: AbortSignal): Promise<Answered> {
  const all = runs.peek();
  const about = runsToCheck(ids, all.length);
  const answer = ids.length === 0 ? NOTHING : await getWarnings(about, signal);
  return { ...answer, runs: about.length === 0 ? ids : about };
}

const pace = { pauseFactor: 1 / PART_OF_TIME, minGapMs: MIN_GAP_MS };

const shownQuery = liveQuery((signal) => requestWarnings(shownIds(), signal), { version, ...pace });

const allVersion = computed(() => (reading.value ? null : dataVersion.value));

/** How many parts of the page show warnings. */
const lookers = signal(0);

/** Those of all runs, for the column and the filter. */
const everyQuery = liveQuery(
  (signal) =>
    requestWarnings(
      runs.value.map(({ id }) => id),
      signal,
    ),
  { version: allVersion, ...pace },
);

/** Whether one answer is about both, so that it is requested once. */
const areAllShown = computed(() => shownRuns.value.length === runs.value.length);
const everyData = computed(() => (areAllShown.value ? shownQuery : everyQuery).data.value);
const followsEvery = computed(() => lookers.value > 0 && countsEveryWarning.value);

/** What was found in runs for which the answer about all of them had no room. */
const checked = signal<Checked>(new Map());

/** Gives the server a rest of three times as long as each batch took. */
const batches = new ThrottledRequest(async (stopped) => {
  const all = runs.peek();
  const unfinished = followsEvery.peek() ? (everyData.peek()?.unfinished ?? []) : [];
  const batch = nextBatch(unfinished, all, checked.peek());
  if (batch.length === 0) return true;
  const ids = batch.map(({ id }) => id);
  try {
    checked.value = addBatch(checked.peek(), batch, await getWarnings(ids, stopped), all);
    return true;
  } catch {
    return false;
  }
});

effect(() => {
  const unfinished = everyData.value?.unfinished ?? [];
  const { value: known } = checked;
  // A report holds the first answer alone, and the page says how many runs it leaves out.
  if (boot.report !== null || !followsEvery.value || unfinished.length === 0) return;
  // The runs may have logged more though the answer says the same.
  if (nextBatch(unfinished, runs.value, known).length > 0) batches.request();
});

const completed = (data: ReadonlySignal<Answered | null>) =>
  computed(() => data.value && withChecked(data.value, runs.value, checked.value));

/** The answers with what batches have added. */
const shownAnswer = completed(shownQuery.data);
const everyAnswer = completed(everyData);

/** The warnings of the runs shown: with those of batches once these have checked all of them. */
const answer = computed(() =>
  shownAnswer.value?.left_out === 0 ? shownAnswer.value : shownQuery.data.value,
);

effect(() => {
  shownQuery.enabled.value = lookers.value > 0;
  everyQuery.enabled.value = followsEvery.value && !areAllShown.value;
});

/** Has warnings looked for from now on. */
export function followWarnings(): () => void {
  void loadMuted();
  lookers.value += 1;
  return () => {
    lookers.value -= 1;
  };
}

/** Has warnings looked for while a component is on the page. */
export function useWarnings(): void {
  useEffect(followWarnings, []);
}

/** The worst first. */
const KINDS = ["not_finite", "diverging", "file_error", "gap", "goes_back", "plateau"];

type Judged = SeriesWarning & Pick<Warning, "key" | "isMuted">;

/** The warnings of some runs, whose names are given by their ids, the worst first. */
export function sortedWarnings(
  found: readonly SeriesWarning[],
  names: ReadonlyMap<string, string>,
  muted: readonly WarningSubject[],
): readonly Judged[] {
  const mutedKeys = new Set(muted.map(subjectKey));
  const judged = found.flatMap((warning) => {
    const run = names.get(warning.run);
    if (run === undefined) return [];
    const key = subjectKey({ ...warning, run });
    return [{ ...warning, key, isMuted: mutedKeys.has(key) }];
  });
  const rank = ({ kind }: Judged) => (KINDS.indexOf(kind) + KINDS.length + 1) % (KINDS.length + 1);
  return judged.sort((one, other) => rank(one) - rank(other));
}

/** How many unmuted warnings each of some runs has; see `warningCounts`. */
export function countWarnings(
  { warnings: found, unfinished, runs: covered }: Answered,
  names: ReadonlyMap<string, string>,
  muted: readonly WarningSubject[],
): Map<string, number> {
  const counts = new Map(covered.map((id) => [id, 0]));
  for (const { run, isMuted } of sortedWarnings(found, names, muted)) {
    if (!isMuted) counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  for (const id of unfinished) if (counts.get(id) === 0) counts.delete(id);
  return counts;
}

effect(() => {
  const { value: muted } = mutedWarnings;
  const answers = [everyAnswer.value, shownAnswer.value];
  if (muted === null) return;
  const names = new Map(runs.value.map(({ id, name }) => [id, name]));
  warningCounts.value = new Map(
    answers.flatMap((each) => (each === null ? [] : [...countWarnings(each, names, muted)])),
  );
});

effect(() => {
  uncheckedRuns.value = countsEveryWarning.value
    ? countUnchecked(everyAnswer.value, runs.value)
    : 0;
});

/** Those of the runs shown; null until they are known. */
export const warnings: ReadonlySignal<readonly Warning[] | null> = computed(() => {
  const { value: muted } = mutedWarnings;
  if (answer.value === null || muted === null) return null;
  const names = new Map(shownRuns.value.map(({ id, name }) => [id, name]));
  return sortedWarnings(answer.value.warnings, names, muted).map((warning) => ({
    ...warning,
    runName: runName(warning.run),
    colour: runColour(warning.run),
  }));
});

/** Those that are not muted. */
export const unmutedWarnings: ReadonlySignal<readonly Warning[]> = computed(() =>
  (warnings.value ?? []).filter(({ isMuted }) => !isMuted),
);

/** A sentence on what was not looked at, because there is too much; empty where all was. */
export const leftOutText: ReadonlySignal<string> = computed(() => {
  const series = answer.value?.left_out ?? 0;
  const { length: shown } = shownRuns.value;
  const others = shown === runCount.value ? 0 : Math.max(0, shown - MAX_RUNS);
  const parts = [
    ...(series > 0 ? [messages.moreSeries(series)] : []),
    ...(others > 0 ? [messages.olderRuns(others)] : []),
  ];
  return parts.length === 0 ? "" : messages.notChecked(parts);
});

const tab = urlText("tab");
const card = urlText("card");

function findWarning(key: string): Warning | undefined {
  return warnings.peek()?.find((warning) => warning.key === key);
}

/** Mutes the warning with a key for all viewers, or unmutes it. */
export function setMuted(key: string, isMuted: boolean): void {
  const warning = findWarning(key);
  const run = runById.peek().get(warning?.run ?? "")?.name;
  if (warning === undefined || run === undefined) return;
  muteWarning({ kind: warning.kind, run, tag: warning.tag }, isMuted);
}

/** Shows where a warning comes from: the details of the run, or the chart of the tag at the step. */
export function openWarning(key: string): void {
  const warning = findWarning(key);
  if (warning === undefined) return;
  const run = runById.peek().get(warning.run);
  if (run !== undefined) showRun(run.name);
  if (warning.step === null) {
    openRunDetails(warning.run);
    return;
  }
  tab.value = "scalars";
  card.value = warning.tag ?? "";
  chooseStep(Number(warning.step));
}
