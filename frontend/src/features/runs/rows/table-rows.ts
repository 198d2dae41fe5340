/** What the run table shows: its rows, and which of them the keys have reached. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Run } from "../../../api/types";
import { type CutNames, cutNames } from "../../../lib/lists/cut-names";
import { knownNames, setShown } from "../../../state/address/run-selection";
import { commitHistory, urlList, urlText } from "../../../state/address/url-state";
import { lateCode } from "../../../state/base/late-code";
import { stableComputed } from "../../../state/base/stable-computed";
import { graphPicker } from "../../../state/graphs/graph-picker";
import { deletedRuns } from "../../../state/runs/deleted-runs";
import { experimentValue } from "../../../state/runs/experiment-value";
import { countExperiments } from "../../../state/runs/experiments";
import { setTableOrder } from "../../../state/runs/listed-order";
import { marks } from "../../../state/runs/run-annotations";
import { findColumn } from "../../../state/runs/run-columns";
import { filterText, runFilter } from "../../../state/runs/run-filter";
import { groupText } from "../../../state/runs/run-groups";
import { groupColumn, sort } from "../../../state/runs/run-table";
import {
  baseline,
  experimentOf,
  isArchived,
  rootName,
  runCount,
  runName,
  runs,
  runsWhole,
  select,
  selection,
  shownNames,
} from "../../../state/runs/runs";
import { reading, status } from "../../../state/server/connection";
import { compareValues } from "./row-values";
import { type Grouping, type TableRow, tableRows } from "./rows";

const toggledList = urlList("rows");
const pinnedList = urlList("top");
const flatText = urlText("tree");

export const isTree: ReadonlySignal<boolean> = computed(() => flatText.value !== "off");

export function toggleTree(): void {
  flatText.value = isTree.peek() ? "off" : "on";
  commitHistory();
}

export const pinned: ReadonlySignal<ReadonlySet<string>> = computed(
  () => new Set(pinnedList.value),
);

function withOrWithout(list: readonly string[], item: string): string[] {
  const others = list.filter((other) => other !== item);
  return others.length < list.length ? others : [...list, item];
}

export function togglePinned(name: string): void {
  pinnedList.value = withOrWithout(pinnedList.peek(), name);
  commitHistory();
}

/** Opens or closes what a row holds. */
export function toggleRow(key: string): void {
  toggledList.value = withOrWithout(toggledList.peek(), key);
  commitHistory();
}

/** Whether those are listed that viewers took off the list. */
export const showsArchived = signal(false);

export const archivedRuns: ReadonlySignal<readonly Run[]> = computed(() =>
  runs.value.filter(({ name }) => isArchived(name)),
);

/** All by age, those that are gone where they stood. */
function withDeleted(there: readonly Run[], deleted: readonly Run[]): readonly Run[] {
  const begin = (run: Run) => run.first_wall_time ?? 0;
  return [...there, ...deleted].sort((one, other) => begin(one) - begin(other));
}

/** Runs that pass the filter, newest first. */
export const filteredRuns: ReadonlySignal<readonly Run[]> = computed(() => {
  const { matches } = runFilter.value;
  const withArchived = showsArchived.value;
  const all =
    deletedRuns.value.length === 0 ? runs.value : withDeleted(runs.value, deletedRuns.value);
  return all.filter((run) => (withArchived || !isArchived(run.name)) && matches(run)).reverse();
});

/** How many runs there are to filter. */
export const listedCount: ReadonlySignal<number> = computed(
  () => runCount.value - (showsArchived.value ? 0 : archivedRuns.value.length),
);

export const filterableExperiments: ReadonlySignal<number> = computed(() =>
  showsArchived.value ? countExperiments(runs.value) : listedExperiments.value,
);

const listed: ReadonlySignal<readonly Run[]> = computed(() =>
  archivedRuns.value.length === 0 ? runs.value : runs.value.filter(({ name }) => !isArchived(name)),
);

/** How many runs and experiments are not archived. */
export const listedRuns: ReadonlySignal<number> = computed(() => listed.value.length);
export const listedExperiments: ReadonlySignal<number> = computed(() =>
  countExperiments(listed.value),
);

type Compare = (one: readonly Run[], other: readonly Run[]) => number;

/** How experiments are sorted, each given by its runs; null for the newest first. */
export const rowOrder: ReadonlySignal<Compare | null> = computed(() => {
  const { id, isDescending } = sort.value;
  if (id === null) return null;
  const column = findColumn(id);
  const read =
    column === undefined
      ? ([run]: readonly Run[]) => (run === undefined ? null : runName(run.id))
      : (some: readonly Run[]) => experimentValue(some, column);
  return (one, other) => compareValues(read(one), read(other), isDescending);
});

const grouping: ReadonlySignal<Grouping | null> = computed(() => {
  const column = groupColumn.value;
  if (column === null) return null;
  return {
    title: column.kind === "run" ? "" : column.title,
    groupOf: (some) => groupText(column, experimentValue(some, column)),
    compare: (one, other) =>
      compareValues(experimentValue(one, column), experimentValue(other, column), false),
  };
});

const runRows: ReadonlySignal<readonly TableRow[]> = computed(() => {
  const sortedBy = sort.value.id;
  return tableRows({
    runs: filteredRuns.value,
    experimentOf,
    compare: rowOrder.value,
    grouping: grouping.value,
    isTree: isTree.value && (sortedBy === null || sortedBy === "name"),
    toggled: new Set(toggledList.value),
    pinned: pinned.value,
  });
});

/** The runs that rows stand for, from the top. */
effect(() => {
  setTableOrder([...new Set(runRows.value.flatMap((row) => row.runs.map(({ id }) => id)))]);
});

/** What makes the table a list of graphs beside the graph tab. */
export const graphRows = lateCode(() => import("./graph-rows"));

/**
 * The rows of the table. Sorted by anything but the name, runs of all directories stand together.
 */
export const rows: ReadonlySignal<readonly TableRow[]> = computed(() => {
  const [picker, code] = [graphPicker.value, graphRows.module.value];
  if (picker === null || code === null) return runRows.value;
  return code.withGraphRows({
    rows: runRows.value,
    picker,
    runs: new Set(runs.value.map(({ name }) => name)),
    isFiltered: filterText.value.trim() !== "",
    toggled: new Set(toggledList.value),
  });
});

/** The baseline's experiment, of which its runs are what others are compared with. */
export const baselineRuns: ReadonlySignal<readonly Run[] | null> = computed(() => {
  const run = baseline.value;
  if (run === null) return null;
  const experiment = experimentOf(run.name).name;
  return runs.value.filter(({ name }) => experimentOf(name).name === experiment);
});

/** What a row is called: its viewers' name for it, where they gave one. */
export function rowLabel({ kind, name, label, runs: [run] }: TableRow): string {
  if (kind === "training") return marks.value.get(name)?.name ?? (label === "." ? rootName : label);
  if (kind === "run" && run !== undefined) return marks.value.get(run.name)?.name ?? label;
  return label;
}

/** What all rows are called, while they log, too. */
const rowLabels = stableComputed(() => rows.value.map(rowLabel));

/** How the names of rows are cut where the column is too narrow for them. */
export const rowCut: ReadonlySignal<CutNames> = computed(() => cutNames(rowLabels.value));

/** The letters of the longest of them. */
export const longestLabel: ReadonlySignal<number> = computed(() =>
  rowLabels.value.reduce((most, label) => Math.max(most, label.length), 0),
);

/** The key of the row that the keyboard has reached. */
export const reachedKey = signal<string | null>(null);

/**
 * The runs there were when the viewer last left it to a rule which are shown, and all shown since.
 */
const known = signal<ReadonlySet<string> | null>(null);

effect(() => {
  if (status.value === null || reading.value || !runsWhole.value) return;
  const names = runs.value.map(({ name }) => name);
  known.value = knownNames(known.peek(), selection.value, names, shownNames.value);
});

/** Runs that came later and that a selection by hand keeps out. */
export const newRuns: ReadonlySignal<readonly string[]> = computed(() => {
  const before = known.value;
  if (before === null || selection.value.kind !== "names") return [];
  const names = runs.value.map(({ name }) => name);
  return names.filter(
    (name) => !before.has(name) && !shownNames.value.has(name) && !isArchived(name),
  );
});

/** How many experiments these are of. */
export const newExperiments: ReadonlySignal<number> = computed(() => {
  const names = new Set(newRuns.value);
  return names.size === 0 ? 0 : countExperiments(runs.value.filter(({ name }) => names.has(name)));
});

export function showNewRuns(): void {
  select(setShown(shownNames.peek(), newRuns.peek(), true));
}

/** Leaves the new runs hidden without a further word. */
export function dismissNewRuns(): void {
  known.value = new Set(runs.peek().map(({ name }) => name));
}
