/** How the table of runs is sorted and grouped, and which columns it has; in the address. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { commitHistory, urlList, urlText } from "../address/url-state";
import { lateCode } from "../base/late-code";
import { preference } from "../base/local-preference";
import { findColumn, isAtStep, type RunColumn, tagOfColumn } from "./run-columns";
import { filterKeys, filterTags } from "./run-filter";
import { hparamNames, rankedHparams } from "./run-hparams";
import { isInformative, requestedStepTags, requestedTags, scalarTags } from "./run-metrics";
import { countsEveryWarning } from "./warning-counts";

const DEFAULT_COLUMNS: readonly string[] = ["step", "age"];

const chosenColumns = urlList("cols");
/** The columns last chosen on this machine: lists of runs are set up once, not at each visit. */
const lastColumns = preference<string>("run-columns", "");

function parseColumns(text: string): readonly string[] | null {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : null;
  } catch {
    return null;
  }
}

/** Whether the table has the room of a page. */
export const isWide = signal(false);

const WIDE_COLUMNS: readonly string[] = ["state", "step", "age", "started"];
const MAX_HPARAMS = 6;
const MAX_METRICS = 3;

/** Metrics that most runs have, those first whose names say that they measure success. */
const informativeMetrics = computed(() => {
  const rank = ({ tag, runs }: { tag: string; runs: number }) =>
    (isInformative(tag) ? 1e9 : 0) + runs;
  const ranked = [...(scalarTags.value ?? [])].sort((one, other) => rank(other) - rank(one));
  return ranked.slice(0, MAX_METRICS).map(({ tag }) => `metric:${tag}.last`);
});

/** What a page shows until the viewer chooses: also what differs, and what most runs measure. */
const wideColumns = computed(() => {
  const differing = new Set(hparamNames.value.differing);
  const hparams = rankedHparams.value.filter((name) => differing.has(name)).slice(0, MAX_HPARAMS);
  return [...WIDE_COLUMNS, ...hparams.map((name) => `hparam:${name}`), ...informativeMetrics.value];
});

/** The ids of the columns beside the name, in their order. */
export const columnIds: ReadonlySignal<readonly string[]> = computed(() => {
  const ids = chosenColumns.value;
  if (ids.length === 1 && ids[0] === "none") return [];
  if (ids.length > 0) return ids;
  const last = parseColumns(lastColumns.value);
  return last ?? (isWide.value ? wideColumns.value : DEFAULT_COLUMNS);
});

export const columns: ReadonlySignal<readonly RunColumn[]> = computed(() =>
  columnIds.value.flatMap((id) => findColumn(id) ?? []),
);

export function setColumns(ids: readonly string[]): void {
  chosenColumns.value = ids.length === 0 ? ["none"] : [...ids];
  lastColumns.value = JSON.stringify(ids);
  commitHistory();
}

/** The columns that a log without a choice begins with. */
export function resetColumns(): void {
  chosenColumns.value = [];
  lastColumns.value = "";
  commitHistory();
}

export function toggleColumn(id: string): void {
  const ids = columnIds.peek();
  setColumns(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
}

export interface RunSort {
  /** The id of a column, or `name`; null for the newest first. */
  readonly id: string | null;
  readonly isDescending: boolean;
}

const sortText = urlText("sort");

export const sort: ReadonlySignal<RunSort> = computed(() => {
  const text = sortText.value;
  const isDescending = text.startsWith("-");
  const id = isDescending ? text.slice(1) : text;
  const isKnown = id === "name" || findColumn(id) !== undefined;
  return { id: isKnown ? id : null, isDescending };
});

export function setSort(id: string | null, isDescending: boolean): void {
  sortText.value = id === null ? "" : `${isDescending ? "-" : ""}${id}`;
  commitHistory();
}

/** First the better half of a column on top, then the other, then the newest runs again. */
export function cycleSort(id: string): void {
  const first = findColumn(id)?.isDescending ?? false;
  const { id: current, isDescending } = sort.peek();
  if (current !== id) setSort(id, first);
  else if (isDescending === first) setSort(id, !first);
  else setSort(null, false);
}

export const groupId = urlText("by");
/** The column that runs are grouped by, if they are. */
export const groupColumn: ReadonlySignal<RunColumn | null> = computed(() =>
  groupId.value === "" ? null : (findColumn(groupId.value) ?? null),
);

export function setGroup(id: string): void {
  groupId.value = id;
  commitHistory();
}

const needsModels = signal(false);
const modelList = lateCode(async () => {
  const list = await import("./model-list");
  list.followModels(needsModels);
  return list;
});

effect(() => {
  if (needsModels.value) modelList.load()?.catch(() => {});
});

effect(() => {
  const ids = [...columnIds.value, sort.value.id ?? "", groupId.value];
  const needs = (id: string) => ids.includes(id) || filterKeys.value.includes(id);
  countsEveryWarning.value = needs("warnings");
  needsModels.value = needs("model");
  const tags = [...ids.flatMap((id) => tagOfColumn(id) ?? []), ...filterTags.value];
  const atStep = ids.filter(isAtStep).flatMap((id) => tagOfColumn(id) ?? []);
  if (JSON.stringify(atStep) !== JSON.stringify(requestedStepTags.peek())) {
    requestedStepTags.value = atStep;
  }
  const wanted = [...new Set(tags)].sort();
  if (JSON.stringify(wanted) !== JSON.stringify(requestedTags.peek())) requestedTags.value = wanted;
});
