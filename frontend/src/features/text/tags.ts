/** The tags of texts that runs shown have. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { getTags } from "../../api/resources";
import type { Tag } from "../../api/types";
import { followGeneration, useShown } from "../../state/resource";
import { shownRuns } from "../../state/runs";
import { tagFilter } from "./view";

const resource = followGeneration(() => getTags("text"));

export const tagsError = resource.error;
export const retryTags = resource.retry;

export function useTags(): void {
  useShown(resource);
}

/** Null until the server has answered. */
export const allTags: ReadonlySignal<readonly Tag[] | null> = computed(
  () => resource.data.value?.tags ?? null,
);

export const shownTags: ReadonlySignal<readonly Tag[]> = computed(() => {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  return (allTags.value ?? []).filter(
    ({ tag, runs }) => tagFilter.value.matches(tag) && runs.some((run) => shown.has(run)),
  );
});
