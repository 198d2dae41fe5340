/** The tags of a kind of data that runs shown have. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Tag } from "../../api/types";
import type { TextFilter } from "../../lib/filter/text-filter";
import { shownRuns } from "../runs/runs";
import { useLive } from "../server/live-query";
import { prefetchedTagList } from "../server/tag-lists";

export function tagsOfKind(kind: string, filter: ReadonlySignal<TextFilter>) {
  const list = prefetchedTagList(kind);
  /** Null until the server has answered. */
  const allTags: ReadonlySignal<readonly Tag[] | null> = computed(
    () => list.data.value?.tags ?? null,
  );
  const tagsOfRuns: ReadonlySignal<readonly Tag[]> = computed(() => {
    const shown = new Set(shownRuns.value.map(({ id }) => id));
    return (allTags.value ?? []).filter(({ runs }) => runs.some((run) => shown.has(run)));
  });
  /** Those of runs shown that pass the filter. */
  const shownTags: ReadonlySignal<readonly Tag[]> = computed(() =>
    tagsOfRuns.value.filter(({ tag }) => filter.value.matches(tag)),
  );
  const tagsToExport = computed(() => ({
    all: allTags.value ?? [],
    shown: tagsOfRuns.value,
    filtered: shownTags.value,
  }));
  /** Keeps the tags current while a component is on the page. */
  const useTags = (): void => useLive(list);
  const { error: tagsError, retry: retryTags } = list;
  return { allTags, shownTags, tagsToExport, useTags, tagsError, retryTags };
}
