/** The embeddings of the log directory: files beside the events, which no run's tags tell of. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getEmbeddings } from "../../api/embeddings";
import type { Embedding } from "../../api/types";
import { runCount } from "../runs/runs";
import { dataVersion, reading, status } from "../server/connection";
import { liveQuery } from "../server/live-query";
import { isPageIdle } from "../shell/page-idle";

const isLookedAt = signal(false);

/** How many files the log directories hold, of any kind: embeddings may be among new ones. */
const files = computed(() =>
  (status.value?.log_directories ?? []).reduce((sum, { entries }) => sum + entries, 0),
);
/**
 * What new embeddings come with: runs and files. A configuration that could not be read may have
 * been half written: where the tab is open, it is read again with any change of the data.
 */
const version: ReadonlySignal<string | null> = computed(() => {
  if (status.value === null) return null;
  const isWaited = isLookedAt.value && unreadEmbeddings.value.length > 0;
  return `${files.value} ${runCount.value} ${isLookedAt.value} ${isWaited && dataVersion.value}`;
});
const list = liveQuery(getEmbeddings, { version });

// They can wait: reading the events comes first, and so does the first drawing.
effect(() => {
  list.enabled.value = (isLookedAt.value || isPageIdle.value) && !reading.value;
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
  () => list.data.value?.embeddings ?? NONE,
);

export const unreadEmbeddings: ReadonlySignal<readonly string[]> = computed(
  () => list.data.value?.unread ?? [],
);

/** Whether there is anything to show or to tell. */
export const hasEmbeddings: ReadonlySignal<boolean> = computed(
  () => embeddings.value.length > 0 || unreadEmbeddings.value.length > 0,
);
