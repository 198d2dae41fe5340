/** The histogram tags of the log directory, in sections by prefix. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Tag } from "../../../api/types";
import { type CardSection, sectionsByPrefix } from "../../../lib/lists/card-layout";
import { shownRuns } from "../../../state/runs/runs";
import { reading } from "../../../state/server/connection";
import { useLive } from "../../../state/server/live-query";
import { prefetchedTagList } from "../../../state/server/tag-lists";
import * as messages from "../messages";
import { fullScreenTag, isStacked, MOST_RUNS, mode, pinned, tagFilter } from "./tab-options";

const list = prefetchedTagList("histograms");

export const tagsLoaded: ReadonlySignal<boolean> = computed(() => list.data.value !== null);
export const tagsError = list.error;
export const retryTags = list.retry;

/** Keeps the tags current while a component is on the page. */
export function useTags(): void {
  useLive(list);
}

const NO_TAGS: readonly Tag[] = [];
export const allTags: ReadonlySignal<readonly Tag[]> = computed(
  () => list.data.value?.tags ?? NO_TAGS,
);

/** Tags that at least one run shown has; where they are being read still, any they may have. */
export const shownTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  const found = allTags.value.filter(({ runs }) => runs.some((run) => shown.has(run)));
  return found.length === 0 && reading.value ? allTags.value : found;
});

/** Of those, the ones that pass the filter. */
export const filteredTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const { matches } = tagFilter.value;
  return shownTags.value.filter(({ tag }) => matches(tag));
});

/** The most facets of any card: one for each run that has the tag, as far as there is room. */
export const mostFacets: ReadonlySignal<number> = computed(() => {
  if (isStacked.value && mode.value !== "heatmap") return 1;
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  let most = 1;
  for (const { runs } of filteredTags.value) {
    most = Math.max(most, runs.filter((run) => shown.has(run)).length);
    if (most >= MOST_RUNS) return MOST_RUNS;
  }
  return most;
});

/** The one tag whose card fills the page, or none if no run has it; null when no card does. */
export const fullTagOnly: ReadonlySignal<readonly Tag[] | null> = computed(() => {
  const full = fullScreenTag.value;
  return full === null ? null : allTags.value.filter(({ tag }) => tag === full);
});

/** Pinned cards stand first, and not in their own section too. */
export const sections: ReadonlySignal<readonly CardSection<Tag>[]> = computed(() => {
  const byTag = new Map(filteredTags.value.map((tag) => [tag.tag, tag]));
  const cards = pinned.value.flatMap((tag) => byTag.get(tag) ?? []);
  const others = filteredTags.value.filter((tag) => !cards.includes(tag));
  const first = { key: "/pinned", title: messages.pinned, cards };
  return [...(cards.length > 0 ? [first] : []), ...sectionsByPrefix(others)];
});

/** The tags in the order of their cards. */
export const listedTags: ReadonlySignal<readonly Tag[]> = computed(() =>
  sections.value.flatMap(({ cards }) => cards),
);
