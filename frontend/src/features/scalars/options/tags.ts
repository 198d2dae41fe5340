/** The scalar tags of the log directory. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Tag } from "../../../api/types";
import { urlText } from "../../../state/address/url-state";
import { lateCode } from "../../../state/base/late-code";
import { shownRuns } from "../../../state/runs/runs";
import { reading } from "../../../state/server/connection";
import { useLive } from "../../../state/server/live-query";
import { prefetchedTagList } from "../../../state/server/tag-lists";
import { charts, pinned } from "./card-options";
import { type CardSpec, combinedCard, tagCard } from "./card-spec";
import { inSections, type Section, withPinned } from "./sections";
import { tagFilter } from "./tab-options";

const list = prefetchedTagList("scalars");

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

/** Whether it is not known yet which tags some run shown has. */
const isShownUnread = computed(
  () => reading.value && shownRuns.value.some((run) => run.first_wall_time === null),
);

/** Tags that at least one run shown has; where they are being read still, any they may have. */
export const shownTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  const found = allTags.value.filter(({ runs }) => runs.some((run) => shown.has(run)));
  return found.length === 0 && isShownUnread.value ? allTags.value : found;
});

/** Of those, the ones that pass the filter. */
export const filteredTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const { matches } = tagFilter.value;
  return shownTags.value.filter(({ tag }) => matches(tag));
});

/** The charts of several tags, by what the runs shown have. */
export const combinedCards: ReadonlySignal<readonly CardSpec[]> = computed(() =>
  charts.value.map(([id, chart]) => combinedCard(id, chart, shownTags.value)),
);

const byPrefix = computed(() => inSections(filteredTags.value));

/** The hyper-parameter whose values have charts of their own; empty for none. */
export const facet = urlText("facet");
const facetsCode = lateCode(() => import("./facets"));
effect(() => {
  if (facet.value !== "") facetsCode.load()?.catch(() => {});
});

export const sections: ReadonlySignal<readonly Section[]> = computed(() => {
  const all = withPinned(byPrefix.value, combinedCards.value, pinned.value);
  const code = facet.value === "" ? null : facetsCode.module.value;
  return code === null ? all : code.withFacets(all, facet.value, shownRuns.value);
});

/** The card with an id, whether it passes the filter or not. */
export function findCard(id: string): CardSpec | undefined {
  const tag = allTags.value.find((known) => known.tag === id);
  const own = combinedCards.value.find((card) => card.id === id) ?? (tag && tagCard(tag));
  return own ?? sections.value.flatMap(({ cards }) => cards).find((card) => card.id === id);
}
