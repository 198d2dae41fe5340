import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../api/client";
import type { Status } from "../../api/types";
import { status } from "../server/connection";
import { experimentPath, retryRuns, runDash, runs, runsLoaded, runsWhole } from "./runs";

const statusOf = (state: "reading" | "ready", generation: number) =>
  ({ instance: "one", generation, loading: { state } }) as Status;

const LISTED = [
  {
    id: "1",
    name: "m",
    path: "/logs/m",
    training: "m",
    phase: "",
    lasting_training: "m",
    tags: { hparams: 1 },
  },
  {
    id: "2",
    name: "m/eval",
    path: "/logs/m/eval",
    training: "m",
    phase: "eval",
    lasting_training: "m",
    tags: { scalars: 1 },
  },
  {
    id: "3",
    name: "m/train",
    path: "/logs/m/train",
    training: "m",
    phase: "train",
    lasting_training: "m",
    tags: { scalars: 1 },
  },
];
let listed: object[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answerFrom({
    answer: async () => Response.json({ most_lines: 0, runs: listed }),
    fileUrl: (url) => url,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

it("are complete when requested after everything was read", async () => {
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

it("have lines with other dashes for the further runs of an experiment", async () => {
  listed = LISTED;
  retryRuns();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs.value.map(({ name }) => name)).toEqual(["m", "m/eval", "m/train"]);
  expect(["3", "2", "1"].map(runDash)).toEqual([0, 1, 2]);
});

it.each([
  ["a/train", "/logs/a/train", "a", "/logs/a"],
  ["eval", "/logs/eval", ".", "/logs"],
  [".", "/logs", ".", "/logs"],
  ["a_train", "/logs/a_train", "a", "/logs/a"],
  ["x", "/elsewhere", "x", "/elsewhere"],
])("of one experiment have one path: %s", (name, path, lasting_training, expected) => {
  expect(experimentPath({ name, path, lasting_training })).toBe(expected);
});
