/** Runs that the address names, as a link from elsewhere may, and that are not in this log. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { RunSelection } from "../address/run-selection";
import { showToast } from "../base/toasts";
import * as messages from "../messages";
import { runs, runsWhole, selection } from "./runs";

const MAX_NAMED = 5;
const SHOWN_MS = 10_000;

export function absentNames(chosen: RunSelection, names: readonly string[]): readonly string[] {
  if (chosen.kind !== "names") return [];
  const known = new Set(names);
  return chosen.names.filter((name) => !known.has(name));
}

/** A sentence on absent runs: the first of them by name. */
export function absentText(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const rest = more > 0 ? [messages.moreNames(more)] : [];
  return messages.absentRuns(names.length, [...names.slice(0, MAX_NAMED), ...rest]);
}

/** Empty until the list of runs is whole. */
const absentRuns: ReadonlySignal<readonly string[]> = computed(() => {
  if (!runsWhole.value) return [];
  return absentNames(
    selection.value,
    runs.value.map(({ name }) => name),
  );
});

/** The sentence on them; empty without any. */
export const absentSentence: ReadonlySignal<string> = computed(() =>
  absentRuns.value.length === 0 ? "" : absentText(absentRuns.value),
);

/** Says once which runs of the address are absent. A run that is removed later has its own mark. */
export function startAbsentRuns(): void {
  const stop = effect(() => {
    if (!runsWhole.value) return;
    if (absentSentence.value !== "") showToast(absentSentence.value, SHOWN_MS);
    queueMicrotask(() => stop());
  });
}
