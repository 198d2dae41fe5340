/** Statistics of the runs' series for the tags that a table shows. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { TagMetrics } from "../../api/types";
import { urlText } from "../address/url-state";
import { reading } from "../server/connection";
import { Observer } from "../server/query-cache";
import { tagList } from "../server/tag-lists";
import { stepMetrics, tagMetrics } from "./tag-metrics";

export const METRIC_STATS = ["last", "min", "max", "best", "at"] as const;
export type MetricStat = (typeof METRIC_STATS)[number];

/** As many as the server takes in one question. */
const MAX_TAGS = 50;

/** The tags that the table shows, sorts, groups or filters by. */
export const requestedTags = signal<readonly string[]>([]);

/** The tags of which the table shows the values at the chosen step. */
export const requestedStepTags = signal<readonly string[]>([]);

/** The step that is chosen on all tabs. */
const stepText = urlText("step");

const entries = computed(() => {
  const tags = requestedTags.value.slice(0, MAX_TAGS);
  return tags.length === 0 ? [] : [tagMetrics.entry(tags)];
});

const observer = new Observer(tagMetrics);
effect(() => observer.show(entries.value));

const stepEntries = computed(() => {
  const tags = requestedStepTags.value.slice(0, MAX_TAGS);
  const step = stepText.value;
  return tags.length === 0 || !/^-?\d{1,22}$/.test(step) ? [] : [stepMetrics.entry({ tags, step })];
});

const stepObserver = new Observer(stepMetrics);
effect(() => stepObserver.show(stepEntries.value));

/** Where each run stands in the columns of a tag. */
interface IndexedMetrics {
  readonly rows: ReadonlyMap<string, number>;
  readonly columns: TagMetrics;
}

function indexed(all: readonly TagMetrics[]): ReadonlyMap<string, IndexedMetrics> {
  return new Map(
    all.map((columns) => [
      columns.tag,
      { columns, rows: new Map(columns.runs.map((run, at) => [run, at])) },
    ]),
  );
}

const byTag = computed(() => indexed(entries.value.flatMap(({ state }) => state.value.data ?? [])));

const atStep = computed(() =>
  indexed(stepEntries.value.flatMap(({ state }) => state.value.data ?? [])),
);

const LOSS = /loss|error|perplexity|divergence|latency/i;
/** As words of their own: `power` is no word error rate. */
const LOSS_WORD =
  /(?<![a-z])(err|cost|ppl|nll|bce|mse|mae|rmse|wer|cer|fid|distance|duration|time)(?![a-z])/i;

/** Whether less of it is better, as far as its name tells. */
export function isLowerBetter(tag: string): boolean {
  return LOSS.test(tag) || LOSS_WORD.test(tag);
}

const INFORMATIVE = /loss|acc|error|score/i;

/** Whether it measures success, as far as its name tells. */
export function isInformative(tag: string): boolean {
  return INFORMATIVE.test(tag);
}

/** A run's metric; null where the run has no such series, or it is not known yet. */
export function metricOf(run: string, tag: string, stat: MetricStat): number | null {
  const metrics = (stat === "at" ? atStep : byTag).value.get(tag);
  const row = metrics?.rows.get(run);
  if (metrics === undefined || row === undefined) return null;
  const column = stat === "best" ? (isLowerBetter(tag) ? "min" : "max") : stat;
  const value = metrics.columns[column][row] ?? null;
  return value === null ? null : Number(value);
}

const tagNames = tagList("scalars");
let isFollowed = false;

/** Has the scalar tags listed from now on. */
export function followTagNames(): void {
  if (!isFollowed) tagNames.follow();
  isFollowed = true;
}

/** Every scalar tag and how many runs have it; null until it is known. */
export const scalarTags = computed(
  () => tagNames.data.value?.tags.map(({ tag, runs }) => ({ tag, runs: runs.length })) ?? null,
);

/** Whether a tag that is not there may turn up still. */
export const areTagsSettled: ReadonlySignal<boolean> = computed(
  () => tagNames.data.value !== null && !reading.value,
);
