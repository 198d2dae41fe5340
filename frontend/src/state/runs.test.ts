import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../api/client";
import type { Status } from "../api/types";
import { status } from "./live";
import { runsLoaded, runsWhole } from "./runs";

const statusOf = (state: "reading" | "ready", generation: number) =>
  ({ instance: "one", generation, loading: { state } }) as Status;

beforeEach(() => {
  vi.useFakeTimers();
  answerFrom({ answer: async () => Response.json({ runs: [] }), fileUrl: (url) => url });
});

afterEach(() => {
  vi.useRealTimers();
});

it("are whole when they were asked for after all was read", async () => {
  status.value = statusOf("reading", 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([runsLoaded.value, runsWhole.value]).toEqual([true, false]);
  status.value = statusOf("ready", 2);
  expect(runsWhole.value).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runsWhole.value).toBe(true);
  status.value = statusOf("reading", 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runsWhole.value).toBe(false);
  status.value = statusOf("ready", 3);
  expect(runsWhole.value).toBe(true);
});
