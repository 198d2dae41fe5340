import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { allTags as histogramTags } from "../../features/distributions/options/tags";
import { metricTags } from "../../features/hparams/sessions/sessions";
import { allTags as scalarTags } from "../../features/scalars/options/tags";
import { followTagNames, scalarTags as metricNames } from "../../state/runs/run-metrics";
import { connection, status } from "../../state/server/connection";
import { answerTagLists } from "../../state/testing/answer-tag-lists";
import { readyStatus } from "../../state/testing/ready-status";

let urls: readonly string[];

beforeEach(() => {
  vi.useFakeTimers();
  urls = answerTagLists();
});

afterEach(() => {
  vi.useRealTimers();
});

it("requests the list of a kind once for all tabs, and not again for new points", async () => {
  followTagNames();
  // The pace counts from the import, on a clock that is not faked.
  status.value = readyStatus(1);
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(scalarTags.value).toHaveLength(1);
  expect(metricTags.value).toEqual(["loss"]);
  expect(metricNames.value).toEqual([{ tag: "loss", runs: 1 }]);
  expect(histogramTags.value).toHaveLength(1);
  status.value = readyStatus(2);
  await vi.advanceTimersByTimeAsync(60_000);
  const lists = urls.filter((url) => /api\/(tags|hparams)/.test(url));
  expect(lists.sort()).toEqual([
    "api/hparams",
    "api/tags?kind=histograms",
    "api/tags?kind=scalars",
  ]);
});
