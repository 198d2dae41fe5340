/** What the series of tags come to, in every run that has them. */
import { getMetrics } from "../../api/resources";
import type { TagMetrics } from "../../api/types";
import { QueryCache } from "../server/query-cache";
import { seriesVersions } from "../server/series-version";

const MAX_IDLE = 20;

export interface StepMetrics {
  readonly tags: readonly string[];
  readonly step: string;
}

/** The same with the values at a step. */
export const stepMetrics = new QueryCache<StepMetrics, readonly TagMetrics[]>({
  fetch: async ({ tags, step }, signal) => (await getMetrics(tags, step, signal)).metrics,
  version: ({ tags }) => seriesVersions(tags.map((tag) => ({ tag, runs: [] }))),
  maxIdle: MAX_IDLE,
  relation: { topic: ({ tags }) => tags.join("\n"), showMeanwhile: (_, __, metrics) => metrics },
});

export const tagMetrics = new QueryCache<readonly string[], readonly TagMetrics[]>({
  fetch: async (tags, signal) => (await getMetrics(tags, undefined, signal)).metrics,
  version: (tags) => seriesVersions(tags.map((tag) => ({ tag, runs: [] }))),
  maxIdle: MAX_IDLE,
  // The columns that a table had before stay in it while another is read.
  relation: { topic: () => "", showMeanwhile: (_, __, metrics) => metrics },
});
