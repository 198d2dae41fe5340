import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../api/client";
import type { Status } from "../../api/types";
import { connection, noteChanges, status } from "../../state/server/connection";
import { tensors } from "./tensor-list";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const pointsOf = (tag: string) => [
  { run: "a", tags: [tag], last_step: 1, last_wall_time: null, version: "" },
];

it("is requested again for new points of the tags in it, and of no others", async () => {
  let requests = 0;
  answerFrom({
    answer: async () => {
      requests += 1;
      return Response.json({ series: [{ tag: "secret", run: "a", values: requests }], more: 0 });
    },
    fileUrl: (url) => url,
  });
  status.value = { instance: "one", generation: 1 } as Status;
  connection.value = { state: "open" };
  await vi.advanceTimersByTimeAsync(60_000);
  expect([requests, tensors.data.value?.series.length]).toEqual([1, 1]);
  noteChanges(pointsOf("loss"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toBe(1);
  noteChanges(pointsOf("secret"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toBe(2);
});
