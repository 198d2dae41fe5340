/** The videos beside the event files of the runs shown, by tag. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Video } from "../../../api/types";
import { getVideos } from "../../../api/videos";
import { grouped } from "../../../lib/algorithms/group-by";
import { NAME_ORDER } from "../../../lib/format/locale";
import { shownRuns } from "../../../state/runs/runs";
import { listVersion } from "../../../state/server/connection";
import { liveQuery } from "../../../state/server/live-query";
import { tagFilter } from "./tab-options";

export const videoList = liveQuery(getVideos, { version: listVersion });

export interface VideoTag {
  readonly tag: string;
  /** By step; at least one. */
  readonly videos: readonly Video[];
}

/** The step of a video; those without one are shown as if of step 0. */
export function stepOfVideo({ step }: Video): number {
  return Number(step ?? 0);
}

/** By name. Videos in no run are always shown. */
export const shownVideos: ReadonlySignal<readonly VideoTag[]> = computed(() => {
  const shown = new Set(shownRuns.value.map(({ id }) => id));
  const videos = (videoList.data.value?.videos ?? []).filter(
    ({ run, tag }) => (run === null || shown.has(run)) && tagFilter.value.matches(tag),
  );
  return [...grouped(videos, ({ tag }) => tag)]
    .map(([tag, of]) => ({ tag, videos: of }))
    .sort((one, other) => NAME_ORDER.compare(one.tag, other.tag));
});
