/** What the runs shown are called where they stand in a list, on all tabs alike. */
import { computed } from "@preact/signals";
import { type ShortName, shortener } from "../../lib/lists/shortener";
import { stableComputed } from "../base/stable-computed";
import { runColour, runName, shownRuns } from "./runs";

const names = stableComputed(() => shownRuns.value.map(({ id }) => runName(id)));
const shorten = computed(() => shortener(names.value));

/** The name of a run without what those of all runs shown share. */
export function shortRunName(id: string): string {
  return shorten.value(runName(id)).name;
}

export interface RunLabelText extends ShortName {
  readonly colour: string;
}

export function runLabel(id: string): RunLabelText {
  return { ...shorten.value(runName(id)), colour: runColour(id) };
}

/** The same of the runs that stand beside one another in one chart: by what these alone share. */
export function runLabelsAmong(ids: readonly string[]): (id: string) => RunLabelText {
  const shortenAmong = shortener(ids.map(runName));
  return (id) => ({ ...shortenAmong(runName(id)), colour: runColour(id) });
}
