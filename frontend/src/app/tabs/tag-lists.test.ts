import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../api/client";
import type { Status } from "../../api/types";
import { allTags as histogramTags } from "../../features/distributions/options/tags";
import { metricTags } from "../../features/hparams/sessions/sessions";
import { allTags as scalarTags } from "../../features/scalars/options/tags";
import { followTagNames, scalarTags as metricNames } from "../../state/runs/run-metrics";
import { connection, status } from "../../state/server/connection";

const READY = { bytes_done: 0, bytes_total: 0, files: 0, runs: 0, points: 0, rate: 0 };

const at = (generation: number): Status => ({
  name: "Scopeboard",
  version: "1",
  log_directories: [],
  graph_files: 0,
  loading: { state: "ready", ...READY, remaining: null },
  notices: [],
  index: { state: "kept", path: "/cache", bytes: 0 },
  instance: "one",
  generation,
  state_revision: 0,
  reload_interval: 5,
});

const urls: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answerFrom({
    answer: async (url) => {
      urls.push(url);
      const kind = new URL(url, "http://page").searchParams.get("kind");
      const tag = { tag: "loss", kind, runs: ["a"], description: "", display_name: "" };
      return Response.json({ tags: [tag], sessions: [], hparams: [], metrics: [] });
    },
    fileUrl: (url) => url,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it("requests the list of a kind once for all tabs, and not again for new points", async () => {
  followTagNames();
  // The pace counts from the import, on a clock that is not faked.
  status.value = at(1);
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(scalarTags.value).toHaveLength(1);
  expect(metricTags.value).toEqual(["loss"]);
  expect(metricNames.value).toEqual([{ tag: "loss", runs: 1 }]);
  expect(histogramTags.value).toHaveLength(1);
  status.value = at(2);
  await vi.advanceTimersByTimeAsync(60_000);
  const lists = urls.filter((url) => /api\/(tags|hparams)/.test(url));
  expect(lists.sort()).toEqual([
    "api/hparams",
    "api/tags?kind=histograms",
    "api/tags?kind=scalars",
  ]);
});
