import { beforeEach, expect, it } from "vitest";
import { showView } from "../../../state/address/url-state";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { MOST_RUNS } from "./tab-options";
import { allTags, mostFacets, retryTags } from "./tags";

const RUNS = Array.from({ length: MOST_RUNS + 2 }, (_, at) => `r${at}`);

/** Serves runs of which the first `many` have logged `weights`, and the first alone `bias`. */
async function serve(many: number): Promise<void> {
  const tags = [RUNS.slice(0, many), RUNS.slice(0, 1)].map((runs, at) => ({
    tag: at === 0 ? "weights" : "bias",
    kind: "histograms",
    display_name: "",
    description: "",
    runs: runs.map((run) => `#${run}`),
  }));
  await serveRuns(
    RUNS.map((run) => runOf(run)),
    (request) => (request.includes("api/tags") ? { tags } : undefined),
  );
  retryTags();
  await new Promise<void>((resolve) => {
    const stop = allTags.subscribe((found) => {
      if (found.find(({ tag }) => tag === "weights")?.runs.length !== many) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

beforeEach(() => showView(""));

it.each([
  [1, 1],
  [3, 3],
  [MOST_RUNS + 2, MOST_RUNS],
])("has a facet for each of %d runs, up to the limit of a card", async (many, facets) => {
  await serve(many);
  expect(mostFacets.value).toBe(facets);
});

it.each([
  ["runs=r0&runs=r1", 2],
  ["tags=bias", 1],
  ["facets=stacked", 1],
  ["facets=stacked&distribution=heatmap", 3], // heat maps do not stack
])("counts what the view %s draws", async (view, facets) => {
  await serve(3);
  showView(view);
  expect(mostFacets.value).toBe(facets);
});

it("is one where no tag passes the filter", async () => {
  await serve(3);
  showView("tags=gone");
  expect(mostFacets.value).toBe(1);
});
