/** Groups of runs that are alike in the column the viewer chose: what charts draw a band of. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Run } from "../../api/types";
import { grouped } from "../../lib/algorithms/group-by";
import type { FilterValue } from "../../lib/filter/match-filter";
import { commitHistory, urlList } from "../address/url-state";
import * as messages from "../base/run-messages";
import { stableComputed } from "../base/stable-computed";
import { experimentValue } from "./experiment-value";
import type { RunColumn } from "./run-columns";
import { groupColumn } from "./run-table";
import { experimentOf, runs } from "./runs";

export interface RunGroup {
  /** Tells the group from the others; stable while the column stays. */
  readonly key: string;
  /** What the runs have in common, in words. */
  readonly label: string;
  /** Ids of its runs, oldest first. */
  readonly runs: readonly string[];
  /** The newest run with this value, whatever it logs and whether it is shown: it has the colour. */
  readonly newest: string;
}

/** What the group of runs without a value is called. */
export const NO_VALUE = "none";

/** What a group is called in tables and charts. */
export function groupLabel(title: string, name: string): string {
  if (title === "") return name;
  return name === NO_VALUE ? messages.groupWithoutValue(title) : `${title} = ${name}`;
}

/** The name of the group of a value in a column. */
export function groupText(column: RunColumn, value: FilterValue): string {
  // Ages change all the time; the day does not.
  const text = column.id === "age" ? "" : column.text(value);
  return text || NO_VALUE;
}

/**
 * Runs by the name of their group. Numbers on what runs do, such as warnings and steps, are those
 * of the experiment, by which the table groups; other values are of each run.
 */
export function runsByGroup(all: readonly Run[], column: RunColumn): Map<string, Run[]> {
  if (column.kind !== "run" || !column.isNumeric) {
    return grouped(all, (run) => groupText(column, column.valueOf(run)));
  }
  const experiments = grouped(all, ({ training: experiment }) => experiment);
  const texts = new Map(
    [...experiments].map(([name, some]) => [
      name,
      groupText(column, experimentValue(some, column)),
    ]),
  );
  return grouped(all, ({ training: experiment }) => texts.get(experiment) ?? NO_VALUE);
}

/**
 * All groups. Runs that log different phases of an experiment are in different groups: the mean of
 * what was learned from and what was tested with says nothing.
 */
export const groups: ReadonlySignal<readonly RunGroup[]> = stableComputed(() => {
  const column = groupColumn.value;
  if (column === null) return [];
  const byText = runsByGroup(runs.value, column);
  return [...byText].flatMap(([text, members]) => {
    const byPhase = grouped(members, ({ name }) => experimentOf(name).phase);
    const label = groupLabel(column.kind === "run" ? "" : column.title, text);
    const newest = members.at(-1)?.id ?? "";
    return [...byPhase].map(([phase, some]) => ({
      key: JSON.stringify([text, phase]),
      label: phase === "" || byPhase.size === 1 ? label : `${label}, ${phase}`,
      runs: some.map(({ id }) => id),
      newest,
    }));
  });
});

const groupByRun = computed(
  () => new Map(groups.value.flatMap((group) => group.runs.map((run) => [run, group] as const))),
);

/** Names of the runs that have a line of their own beside that of their group. */
export const besideGroup = urlList("beside");

export function drawBesideGroup(names: readonly string[], isDrawn: boolean): void {
  const others = besideGroup.peek().filter((name) => !names.includes(name));
  besideGroup.value = isDrawn ? [...others, ...names] : others;
  commitHistory();
}

/** The group of a run; null while runs are not grouped. */
export function groupOf(run: string): RunGroup | null {
  return groupByRun.value.get(run) ?? null;
}
