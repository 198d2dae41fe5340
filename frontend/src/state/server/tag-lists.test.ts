import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../api/client";
import type { Status } from "../../api/types";
import { connection, status } from "./connection";
import { tagList } from "./tag-lists";

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

it("is requested while something shows it", async () => {
  const list = tagList("text");
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.data.value).toBeNull();
  status.value = at(1);
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(1000);
  expect(urls).toEqual([]);
  const stops = [list.follow(), list.follow()];
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.data.value?.tags).toHaveLength(1);
  for (const stop of stops) stop();
  expect(urls.filter((url) => url.endsWith("kind=text"))).toHaveLength(1);
});
