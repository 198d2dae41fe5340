/** At which steps tags were logged, in every run that has them. */
import type { Steps } from "../../api/types";
import { getSteps } from "../../api/values";
import { QueryCache } from "../server/query-cache";
import { seriesVersions } from "../server/series-version";

interface StepsQuery {
  readonly kind: string;
  readonly tags: readonly string[];
}

const MAX_IDLE = 100;

export const stepsOfTags = new QueryCache<StepsQuery, Steps>({
  fetch: ({ kind, tags }, signal) => getSteps(kind, tags, signal),
  version: ({ tags }) => seriesVersions(tags.map((tag) => ({ tag, runs: [] }))),
  maxIdle: MAX_IDLE,
});
