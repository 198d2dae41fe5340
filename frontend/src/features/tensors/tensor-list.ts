/** The list of the tensors whose plugin is unknown here. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { getTensors } from "../../api/values";
import { listVersion } from "../../state/server/connection";
import { liveQuery } from "../../state/server/live-query";
import { seriesVersions } from "../../state/server/series-version";

const listedTags = signal<readonly string[]>([]);

/** Changes with the list of tags, and when one that is listed has new points. */
const version: ReadonlySignal<number | null> = computed(() => {
  const ofTags = seriesVersions(listedTags.value.map((tag) => ({ tag, runs: [] })));
  return listVersion.value === null ? null : Math.max(listVersion.value, ofTags);
});

export const tensors = liveQuery(
  async (abort) => {
    const answer = await getTensors(abort);
    listedTags.value = [...new Set(answer.series.map(({ tag }) => tag))];
    return answer;
  },
  { version },
);
