/** The tabs, and which of them have something to show. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Run } from "../api/types";
import { runs } from "../state/runs";
import { commitHistory, urlText } from "../state/url";

export interface TabEntry {
  readonly id: string;
  readonly title: string;
  /** The kind of tag that the tab shows. */
  readonly kind: string;
}

/** In the order in which they say most about a training. */
export const TABS: readonly TabEntry[] = [
  { id: "scalars", title: "Scalars", kind: "scalars" },
  { id: "graph", title: "Graph", kind: "graphs" },
];

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

/** The tabs with data, and the one asked for by a link even if it has none (it says why). */
export function tabsToShow(
  totals: ReadonlyMap<string, number>,
  asked: string,
): readonly TabEntry[] {
  return TABS.filter(({ id, kind }) => (totals.get(kind) ?? 0) > 0 || id === asked);
}

const chosen = urlText("tab");
const totals = computed(() => tagsByKind(runs.value));

export const shownTabs: ReadonlySignal<readonly TabEntry[]> = computed(() =>
  tabsToShow(totals.value, chosen.value),
);

/** The tab asked for, else the first with data; null when there is nothing to show. */
export const activeTab: ReadonlySignal<TabEntry | null> = computed(() => {
  const asked = shownTabs.value.find(({ id }) => id === chosen.value);
  return asked ?? shownTabs.value[0] ?? null;
});

export function openTab(id: string): void {
  chosen.value = id === shownTabs.peek()[0]?.id ? "" : id;
  commitHistory();
}
