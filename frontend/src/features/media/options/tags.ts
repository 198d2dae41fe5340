/** The tags of pictures and sounds, and the meshes, that runs shown have. */

import { computed, type ReadonlySignal } from "@preact/signals";
import type { MediaKind } from "../../../api/media";
import { getMeshes } from "../../../api/meshes";
import type { MeshTags, Tag } from "../../../api/types";
import { NAME_ORDER } from "../../../lib/format/locale";
import { shownRuns } from "../../../state/runs/runs";
import { listVersion } from "../../../state/server/connection";
import { liveQuery, useLive } from "../../../state/server/live-query";
import { prefetchedTagList } from "../../../state/server/tag-lists";
import { batchesOf, type MediaBatch, type MediaTag } from "./batch-tags";
import { tagFilter } from "./tab-options";

const images = prefetchedTagList("images");
const audio = prefetchedTagList("audio");
const meshes = liveQuery(getMeshes, { version: listVersion });

export const tagsError = computed(
  () => images.error.value ?? audio.error.value ?? meshes.error.value,
);

export function retryTags(): void {
  images.retry();
  audio.retry();
  meshes.retry();
}

export function useTags(): void {
  useLive(images);
  useLive(audio);
  useLive(meshes);
}

/** Whether both lists are there: images are shown before the other list has come. */
export const areTagsRead = computed(() =>
  [images, audio, meshes].every(({ data }) => data.value !== null),
);

/** By name, pictures before sounds. */
const allTags: ReadonlySignal<readonly MediaTag[]> = computed(() => {
  const sorted = (tags: readonly Tag[], media: MediaKind) =>
    tags
      .map((tag) => ({ ...tag, media }))
      .sort((one, other) => NAME_ORDER.compare(one.tag, other.tag));
  const [pictures, sounds] = [images.data.value?.tags ?? [], audio.data.value?.tags ?? []];
  return [...sorted(pictures, "images"), ...sorted(sounds, "audio")];
});

/** Those that a run shown has. */
function ofRunsShown<T extends { readonly runs: readonly string[] }>(
  all: readonly T[],
): readonly T[] {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  return all.filter(({ runs }) => runs.some((run) => shown.has(run)));
}

/** Tags of images and sounds to export: all, those of the runs shown, and those of the cards. */
export const tagsToExport = computed(() => {
  const all = allTags.value;
  const shown = ofRunsShown(all);
  return { all, shown, filtered: shown.filter(({ tag }) => tagFilter.value.matches(tag)) };
});

export const shownBatches: ReadonlySignal<readonly MediaBatch[]> = computed(() =>
  batchesOf(tagsToExport.value.filtered),
);

/** The pictures that a tag is a part of; the tag by itself until the tags have been read. */
export function batchWith(tag: string): Pick<MediaBatch, "title" | "tags"> {
  const all = batchesOf(allTags.value.filter(({ media }) => media === "images"));
  return all.find(({ tags }) => tags.includes(tag)) ?? { title: tag, tags: [tag] };
}

/** By name. */
export const shownMeshes: ReadonlySignal<readonly MeshTags[]> = computed(() =>
  ofRunsShown(meshes.data.value?.meshes ?? [])
    .filter(({ name }) => tagFilter.value.matches(name))
    .sort((one, other) => NAME_ORDER.compare(one.name, other.name)),
);
