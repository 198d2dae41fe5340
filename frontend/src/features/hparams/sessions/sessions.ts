/** The sessions and the metrics of the runs shown, refreshed while the tab is on the page. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { getHparams } from "../../../api/resources";
import type { TagMetrics } from "../../../api/types";
import { listedRuns } from "../../../state/runs/listed-order";
import { tagMetrics } from "../../../state/runs/tag-metrics";
import { listVersion } from "../../../state/server/connection";
import { LatestQuery } from "../../../state/server/latest-query";
import { liveQuery, useLive } from "../../../state/server/live-query";
import { prefetchedTagList } from "../../../state/server/tag-lists";
import { metricsToShow, type SessionTable, sessionTable } from "../model/session-table";
import { rowsLetThrough } from "../options/brushes";
import * as view from "../options/tab-options";

/** A request may name as many. */
const MAX_TAGS = 50;
/** Shown where no experiment announced a metric and the viewer chose none. */
const DEFAULT_TAGS = 3;

/** A session is a tag of its run: a list changes with runs and tags, not with their points. */
const sessions = liveQuery(getHparams, { version: listVersion });
const tags = prefetchedTagList("scalars");
const metrics = new LatestQuery(tagMetrics);

export const hparamsError = sessions.error;
export const retryHparams = sessions.retry;
export const metricsError = computed(() => metrics.state.value.error);

const announcedTags = computed(() => sessions.data.value?.metrics.map(({ tag }) => tag) ?? []);

/** Further scalar tags that may be metrics, those of most runs first. */
export const metricTags: ReadonlySignal<readonly string[]> = computed(() =>
  (tags.data.value?.tags ?? [])
    .filter(({ tag }) => !announcedTags.value.includes(tag))
    .sort((one, other) => other.runs.length - one.runs.length)
    .map(({ tag }) => tag),
);

/** The chosen tags, or a few of them where none is chosen. */
export const shownTags: ReadonlySignal<readonly string[]> = computed(() => {
  const chosen = view.chosenTags.value;
  if (chosen.length > 0 || announcedTags.value.length > 0) return chosen;
  return metricTags.value.slice(0, DEFAULT_TAGS);
});

const requestedTags = computed(() =>
  [...new Set([...shownTags.value, ...announcedTags.value])].slice(0, MAX_TAGS),
);

effect(() => {
  const tags = requestedTags.value;
  if (!sessions.enabled.value) metrics.clear();
  else if (sessions.data.value !== null && tags.length > 0) metrics.show(tags);
});

/** Keeps them current while a component is on the page. */
export function useHparams(): void {
  useLive(sessions);
  useLive(tags);
}

const metricsOfTags: ReadonlySignal<ReadonlyMap<string, TagMetrics>> = computed(
  () => new Map((metrics.state.value.data ?? []).map((one) => [one.tag, one])),
);

/** Null until the server has answered. */
export const table: ReadonlySignal<SessionTable | null> = computed(() => {
  const hparams = sessions.data.value;
  if (hparams === null) return null;
  const values = metricsOfTags.value;
  const shown = listedRuns.value;
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
