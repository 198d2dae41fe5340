import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../api/client";
import { noteChanges } from "../server/connection";
import { metricOf, requestedTags } from "./run-metrics";

const urls: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answerFrom({
    answer: async (url) => {
      urls.push(url);
      const tags = new URL(url, "http://page").searchParams.getAll("tag");
      const last = [urls.length];
      const metrics = tags.map((tag) => ({ tag, runs: ["a"], last, min: last, max: last }));
      return Response.json({ metrics });
    },
    fileUrl: (url) => url,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const pointsOf = (tag: string) => [
  { run: "a", tags: [tag], last_step: 1, last_wall_time: null, version: "" },
];

it("are requested again for new points of their tags, and of no others", async () => {
  requestedTags.value = ["loss"];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(metricOf("a", "loss", "last")).toBe(1);
  noteChanges(pointsOf("accuracy"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(urls).toHaveLength(1);
  noteChanges(pointsOf("loss"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(metricOf("a", "loss", "last")).toBe(2);
  requestedTags.value = ["loss", "accuracy"];
  expect(metricOf("a", "loss", "last")).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(metricOf("a", "accuracy", "last")).toBe(3);
  requestedTags.value = ["loss"];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(urls).toHaveLength(3);
});
