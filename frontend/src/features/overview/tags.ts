/** The tags of all kinds that runs have logged. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Tag } from "../../api/types";
import { useLive } from "../../state/server/live-query";
import { prefetchedTagList } from "../../state/server/tag-lists";

const list = prefetchedTagList();

export const tagsError = list.error;
export const retryTags = list.retry;

/** Keeps the tags current while a component is on the page. */
export function useTags(): void {
  useLive(list);
}

/** Null until the server has answered. */
export const allTags: ReadonlySignal<readonly Tag[] | null> = computed(
  () => list.data.value?.tags ?? null,
);
