/** The embeddings of the log directory: files beside the events, which no run's tags tell of. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { getEmbeddings } from "../api/projector";
import type { Embedding } from "../api/types";
import { reading } from "./live";
import { followGeneration } from "./resource";

const resource = followGeneration(getEmbeddings);

// They can wait: reading the events comes first.
effect(() => {
  resource.isShown.value = !reading.value;
});

const NONE: readonly Embedding[] = [];

export const embeddings: ReadonlySignal<readonly Embedding[]> = computed(
  () => resource.data.value?.embeddings ?? NONE,
);

export const unreadEmbeddings: ReadonlySignal<readonly string[]> = computed(
  () => resource.data.value?.unread ?? [],
);

/** Whether there is anything to show or to tell. */
export const hasEmbeddings: ReadonlySignal<boolean> = computed(
  () => embeddings.value.length > 0 || unreadEmbeddings.value.length > 0,
);
