/** The embeddings of the log directory: files beside the events, which no run's tags tell of. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getEmbeddings } from "../api/projector";
import type { Embedding } from "../api/types";
import { reading } from "./live";
import { followGeneration } from "./resource";
import { hasRested } from "./rest";
import { runs } from "./runs";

const resource = followGeneration(getEmbeddings);

/** How many runs there were when they were last asked for. */
const runsThen = signal(-1);
const isLookedAt = signal(false);

effect(() => {
  if (resource.data.value !== null) runsThen.value = runs.peek().length;
});

// They can wait: reading the events comes first, and so does the first drawing. And while nobody
// looks, new ones come with runs.
effect(() => {
  const isDue = hasRested.value && runs.value.length !== runsThen.value;
  resource.isShown.value = (isLookedAt.value || isDue) && !reading.value;
});

/** Keeps them current while a component is on the page. */
export function useEmbeddings(): void {
  useEffect(() => {
    isLookedAt.value = true;
    return () => {
      isLookedAt.value = false;
    };
  }, []);
}

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
