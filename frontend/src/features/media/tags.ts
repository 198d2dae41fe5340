/** The tags of pictures and sounds that runs shown have. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { MediaKind } from "../../api/media";
import { getTags } from "../../api/resources";
import type { Tag } from "../../api/types";
import { listVersion } from "../../state/live";
import { followGeneration, useShown } from "../../state/resource";
import { shownRuns } from "../../state/runs";
import { tagFilter } from "./view";

const images = followGeneration(() => getTags("images"), { version: listVersion });
const audio = followGeneration(() => getTags("audio"), { version: listVersion });

export const tagsError = computed(() => images.error.value ?? audio.error.value);

export function retryTags(): void {
  images.retry();
  audio.retry();
}

export function useTags(): void {
  useShown(images);
  useShown(audio);
}

export interface MediaTag extends Tag {
  readonly media: MediaKind;
}

const ORDER = new Intl.Collator("en", { numeric: true });

/** By name, pictures before sounds; null until the server has answered. */
export const allTags: ReadonlySignal<readonly MediaTag[] | null> = computed(() => {
  const [pictures, sounds] = [images.data.value, audio.data.value];
  if (pictures === null || sounds === null) return null;
  const sorted = (tags: readonly Tag[], media: MediaKind) =>
    tags.map((tag) => ({ ...tag, media })).sort((one, other) => ORDER.compare(one.tag, other.tag));
  return [...sorted(pictures.tags, "images"), ...sorted(sounds.tags, "audio")];
});

export const shownTags: ReadonlySignal<readonly MediaTag[]> = computed(() => {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  return (allTags.value ?? []).filter(
    ({ tag, runs }) => tagFilter.value.matches(tag) && runs.some((run) => shown.has(run)),
  );
});
