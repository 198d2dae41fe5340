/** Which tabs have something to show, and which of them is open. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Run } from "../../api/types";
import { commitHistory, urlText, viewSearch } from "../../state/address/url-state";
import { boot } from "../../state/base/boot";
import { stableComputed } from "../../state/base/stable-computed";
import { uploadedGraphCount, uploadedGraphId } from "../../state/graphs/uploaded-graphs";
import { runs, runsLoaded } from "../../state/runs/runs";
import { newestSeen, noteSeen, startedAfter } from "../../state/runs/unseen-experiments";
import { reading, status } from "../../state/server/connection";
import { isDrawingOpen } from "../../state/shell/panels";
import { listTabs } from "../../state/shell/tab-links";
import { TABS, type TabEntry } from "./tabs";

/** The first of these that has data is the default tab. */
const DEFAULT_ORDER: readonly string[] = ["scalars", "graph"];

type TabKinds = Pick<TabEntry, "id" | "kinds" | "isThere">;

/** How many tags of each kind the runs hold together. */
export function tagsByKind(all: readonly Pick<Run, "tags">[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { tags } of all) {
    for (const [kind, count] of Object.entries(tags)) {
      totals.set(kind, (totals.get(kind) ?? 0) + count);
    }
  }
  return totals;
}

/** Whether there is anything for a tab to show; one about the runs themselves always has. */
export function hasData(
  { kinds, isThere }: TabKinds,
  totals: ReadonlyMap<string, number>,
): boolean {
  if (kinds.length === 0 || isThere?.() === true) return true;
  return kinds.some((kind) => (totals.get(kind) ?? 0) > 0);
}

/** The tabs with data, and the one that a link names even if it has none (it explains why). */
export function tabsToShow<T extends TabKinds>(
  tabs: readonly T[],
  totals: ReadonlyMap<string, number>,
  chosen: string,
): readonly T[] {
  return tabs.filter((tab) => hasData(tab, totals) || tab.id === chosen);
}

/** The tab with most to say: scalars, the graph, the first with data, the first of all. */
export function defaultTab<T extends TabKinds>(
  tabs: readonly T[],
  totals: ReadonlyMap<string, number>,
): T | null {
  const logged = tabs.filter((tab) => tab.kinds.length > 0 && hasData(tab, totals));
  const preferred = DEFAULT_ORDER.map((id) => logged.find((tab) => tab.id === id));
  return preferred.find((tab) => tab !== undefined) ?? logged[0] ?? tabs[0] ?? null;
}

/** The id of the tab that the address names; empty where it names none. */
export const chosenTab = urlText("tab");
/** Graphs stand in files of their own too; the status changes more often than this number. */
const graphFiles = computed(() => (status.value?.graph_files ?? 0) + uploadedGraphCount.value);
const totals = computed(() => {
  const logged = tagsByKind(runs.value);
  return new Map(logged).set("graphs", (logged.get("graphs") ?? 0) + graphFiles.value);
});

/** How many graphs runs logged, and files with one. */
export const graphTotal: ReadonlySignal<number> = computed(() => totals.value.get("graphs") ?? 0);

export const shownTabs: ReadonlySignal<readonly TabEntry[]> = stableComputed(() =>
  tabsToShow(TABS, totals.value, chosenTab.value),
);

/** The tabs with nothing to show. */
export const emptyTabs: ReadonlySignal<readonly TabEntry[]> = stableComputed(() =>
  TABS.filter((tab) => !hasData(tab, totals.value)),
);

const loadedDefault = computed(() => defaultTab(shownTabs.value, totals.value));

/** The tab that the address names, else the default; null when there is nothing to show. */
export const activeTab: ReadonlySignal<TabEntry | null> = computed(() => {
  const chosen = shownTabs.value.find(({ id }) => id === chosenTab.value);
  return chosen ?? loadedDefault.value;
});

effect(() => listTabs(shownTabs.value));

effect(() => {
  isDrawingOpen.value = activeTab.value?.drawsAlone === true;
});

/** So many experiments begun since the last visit are better looked at together first. */
const SEVERAL = 3;
let isSettled = false;

/**
 * Opens the overview at the start of a visit with several experiments that are new to this browser,
 * unless the address names a tab. The address then names it: what is new here is not new to others.
 * A report starts alike for all its readers.
 */
effect(() => {
  if (!runsLoaded.value || status.value === null) return;
  const count = startedAfter(runs.value, newestSeen.peek());
  const isVisit = boot.report === null && viewSearch() === "";
  if (!isSettled && count >= SEVERAL && isVisit) chosenTab.value = "overview";
  isSettled = true;
  if (!reading.value) noteSeen(runs.value);
});

export function openTab(id: string): void {
  chosenTab.value = id === loadedDefault.peek()?.id ? "" : id;
  commitHistory();
}

/**
 * An uploaded graph is shown at once. The address names the tab even where it is the default: after
 * a reload the page has no such graph.
 */
effect(() => {
  if (uploadedGraphId.value !== "") chosenTab.value = "graph";
});
