/** The sessions and the metrics of the runs shown, kept current while the tab is on the page. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { getHparams, getMetrics } from "../../../api/resources";
import type { TagMetrics } from "../../../api/types";
import { shownRuns } from "../../../state/runs/runs";
import { seriesVersion } from "../../../state/server/connection";
import { LatestAnswer } from "../../../state/server/latest-query";
import { followGeneration, useShown } from "../../../state/server/polled-resource";
import { tagList, useTagList } from "../../../state/server/tag-lists";
import { metricsToShow, type SessionTable, sessionTable } from "../model/session-table";
import { rowsLetThrough } from "../options/brushes";
import * as view from "../options/tab-options";

/** A request may name as many. */
const MAX_TAGS = 50;
/** Shown where no experiment announced a metric and the viewer chose none. */
const DEFAULT_TAGS = 3;

const sessions = followGeneration(getHparams);
const tags = tagList("scalars").prefetch();
const metrics = new LatestAnswer<ReadonlyMap<string, TagMetrics>>();

export const hparamsError = sessions.error;
export const retryHparams = sessions.retry;
export const metricsError = computed(() => metrics.now.value.error);

const announcedTags = computed(() => sessions.data.value?.metrics.map(({ tag }) => tag) ?? []);

/** Further scalar tags that may be metrics, those of most runs first. */
export const metricTags: ReadonlySignal<readonly string[]> = computed(() =>
  (tags.data.value?.tags ?? [])
    .filter(({ tag }) => !announcedTags.value.includes(tag))
    .sort((one, other) => other.runs.length - one.runs.length)
    .map(({ tag }) => tag),
);

/** The tags chosen, or a few where nobody says which ones count. */
export const shownTags: ReadonlySignal<readonly string[]> = computed(() => {
  const chosen = view.chosenTags.value;
  if (chosen.length > 0 || announcedTags.value.length > 0) return chosen;
  return metricTags.value.slice(0, DEFAULT_TAGS);
});

const askedTags = computed(() =>
  [...new Set([...shownTags.value, ...announcedTags.value])].slice(0, MAX_TAGS),
);

async function askMetrics(asked: readonly string[], signal: AbortSignal) {
  const answer = await getMetrics(asked, signal);
  return new Map(answer.metrics.map((one) => [one.tag, one]));
}

effect(() => {
  const asked = askedTags.value;
  if (!sessions.isShown.value || sessions.data.value === null || asked.length === 0) return;
  const key = JSON.stringify([asked.map((tag) => seriesVersion(tag, [])), asked]);
  metrics.ask(key, (signal) => askMetrics(asked, signal));
});

/** Keeps them current while a component is on the page. */
export function useHparams(): void {
  useShown(sessions);
  useTagList(tags);
}

const NO_METRICS: ReadonlyMap<string, TagMetrics> = new Map();

/** Null until the server has answered. */
export const table: ReadonlySignal<SessionTable | null> = computed(() => {
  const hparams = sessions.data.value;
  if (hparams === null) return null;
  const values = metrics.now.value.data ?? NO_METRICS;
  const shown = shownRuns.value;
  const chosen = metricsToShow(hparams, shownTags.value, values, shown);
  return sessionTable(hparams, chosen, values, view.summary.value, shown);
});

/** How many sessions there are, whether their runs are shown or not. */
export const sessionCount: ReadonlySignal<number> = computed(
  () => sessions.data.value?.sessions.length ?? 0,
);

/** Whether each row of the table passes all brushes. */
export const passing: ReadonlySignal<readonly boolean[]> = computed(() =>
  table.value === null ? [] : rowsLetThrough(table.value, view.brushes.value),
);
