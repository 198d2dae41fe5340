/** The tags of all kinds that runs have logged. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { getTags } from "../../api/resources";
import type { Tag } from "../../api/types";
import { listVersion } from "../../state/server/connection";
import { followGeneration, useShown } from "../../state/server/polled-resource";

const resource = followGeneration(() => getTags(), { version: listVersion });

export const tagsError = resource.error;
export const retryTags = resource.retry;

/** Keeps the tags current while a component is on the page. */
export function useTags(): void {
  useShown(resource);
}

/** Null until the server has answered. */
export const allTags: ReadonlySignal<readonly Tag[] | null> = computed(
  () => resource.data.value?.tags ?? null,
);
