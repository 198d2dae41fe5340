/** What the server sees wrong in the time series of the runs shown, and where that is. */
import { computed, type ReadonlySignal, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getWarnings } from "../api/resources";
import type { SeriesWarning, SeriesWarnings } from "../api/types";
import { counted, countText } from "../lib/number-text";
import { dataVersion, reading } from "./live";
import {
  loadMuted,
  mutedWarnings,
  muteWarning,
  subjectKey,
  type WarningSubject,
} from "./muted-warnings";
import { followGeneration } from "./resource";
import { runById, runColour, runName, runs, shownRuns, showRun } from "./runs";
import { chooseStep } from "./steps";
import { urlText } from "./url";

export interface Warning extends SeriesWarning {
  /** Tells it from all others. */
  readonly key: string;
  /** The run as its viewers call it. */
  readonly runName: string;
  readonly colour: string;
  readonly isMuted: boolean;
}

/** Thousands of series may have to be looked through for an answer. */
const LEAST_GAP_MS = 5000;
const PART_OF_TIME = 1 / 20;
/** The server takes no more by name; of more, those that began last are asked about. */
const MOST_RUNS = 1000;

const NOTHING: SeriesWarnings = { warnings: [], series: 0, left_out: 0 };

/** What is seen in series that are half read says little: null until they are read. */
const version = computed(() => {
  if (dataVersion.value === null || reading.value) return null;
  return `${dataVersion.value} ${shownIds().join(" ")}`;
});

/** The ids of the runs to ask about, oldest first; none for all there are, however many. */
export function runsToAsk(shown: readonly string[], all: number): readonly string[] {
  return shown.length === all ? [] : shown.slice(-MOST_RUNS);
}

function shownIds(): string[] {
  return shownRuns.value.map(({ id }) => id);
}

const resource = followGeneration(
  async () => {
    const shown = untracked(shownIds);
    return shown.length === 0 ? NOTHING : await getWarnings(runsToAsk(shown, runs.peek().length));
  },
  { version, restFactor: 1 / PART_OF_TIME, leastGap: LEAST_GAP_MS },
);
resource.isShown.value = false;

/** Has warnings looked for while a component is on the page, so long after it has come. */
export function useWarnings(afterMs = 0): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadMuted();
      resource.isShown.value = true;
    }, afterMs);
    return () => {
      clearTimeout(timer);
      resource.isShown.value = false;
    };
  }, []);
}

/** The worst first. */
const KINDS = ["not_finite", "diverging", "gap", "silent", "goes_back", "plateau"];

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

/** Those of the runs shown; null until they are known. */
export const warnings: ReadonlySignal<readonly Warning[] | null> = computed(() => {
  const { value: answer } = resource.data;
  const { value: muted } = mutedWarnings;
  if (answer === null || muted === null) return null;
  const names = new Map(shownRuns.value.map(({ id, name }) => [id, name]));
  return sortedWarnings(answer.warnings, names, muted).map((warning) => ({
    ...warning,
    runName: runName(warning.run),
    colour: runColour(warning.run),
  }));
});

/** Those that nobody has muted. */
export const heardWarnings: ReadonlySignal<readonly Warning[]> = computed(() =>
  (warnings.value ?? []).filter(({ isMuted }) => !isMuted),
);

/** A sentence on what was not looked at, because there is too much; empty where all was. */
export const leftOutText: ReadonlySignal<string> = computed(() => {
  const series = resource.data.value?.left_out ?? 0;
  const { length: shown } = shownRuns.value;
  const others = shown === runs.value.length ? 0 : Math.max(0, shown - MOST_RUNS);
  const parts = [
    ...(series > 0 ? [`${countText(series)} more series`] : []),
    ...(others > 0 ? [counted(others, "older run")] : []),
  ];
  return parts.length === 0 ? "" : `Not looked at: ${parts.join(" and ")}. Show fewer runs.`;
});

const tab = urlText("tab");
const card = urlText("card");

function findWarning(key: string): Warning | undefined {
  return warnings.peek()?.find((warning) => warning.key === key);
}

/** Mutes the warning with a key for all viewers, or has it heard again. */
export function setMuted(key: string, isMuted: boolean): void {
  const warning = findWarning(key);
  const run = runById.peek().get(warning?.run ?? "")?.name;
  if (warning === undefined || run === undefined) return;
  muteWarning({ kind: warning.kind, run, tag: warning.tag }, isMuted);
}

/** Shows where a warning comes from: the run, the whole chart of the tag, and the step. */
export function openWarning(key: string): void {
  const warning = findWarning(key);
  if (warning === undefined) return;
  const run = runById.peek().get(warning.run);
  if (run !== undefined) showRun(run.name);
  tab.value = "scalars";
  card.value = warning.tag ?? "";
  chooseStep(Number(warning.step));
}
