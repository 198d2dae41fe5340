/** The scalar tags of the log directory. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { getTags } from "../../api/resources";
import type { Tag } from "../../api/types";
import { followGeneration, useShown } from "../../state/resource";
import { shownRuns } from "../../state/runs";
import { inSections, type Section } from "./sections";
import { tagFilter } from "./view";

const resource = followGeneration(() => getTags("scalars"));

export const tagsLoaded: ReadonlySignal<boolean> = computed(() => resource.data.value !== null);
export const tagsError = resource.error;
export const retryTags = resource.retry;

/** Keeps the tags current while a component is on the page. */
export function useTags(): void {
  useShown(resource);
}

const NO_TAGS: readonly Tag[] = [];
export const allTags: ReadonlySignal<readonly Tag[]> = computed(
  () => resource.data.value?.tags ?? NO_TAGS,
);

/** Tags that at least one run shown has. */
export const shownTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  return allTags.value.filter(({ runs }) => runs.some((run) => shown.has(run)));
});

/** Of those, the ones that pass the filter. */
export const filteredTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const { matches } = tagFilter.value;
  return shownTags.value.filter(({ tag }) => matches(tag));
});

export const sections: ReadonlySignal<readonly Section[]> = computed(() =>
  inSections(filteredTags.value),
);
