import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFrom } from "../../../api/client";
import type { ScalarsQuery } from "../../../api/scalars";
import { askAhead, takeAskedAhead } from "./prefetch";

const QUERY: ScalarsQuery = {
  ...{ tag: "loss", runs: ["a"], axis: "step", range: null, points: 100, superseded: false },
};

/** Of the questions to a server that never answers. */
let signals: AbortSignal[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  signals = [];
  answerFrom({
    answer: (_, { signal }) => {
      if (signal) signals.push(signal);
      return new Promise(() => {});
    },
    fileUrl: (url) => url,
  });
});

afterEach(() => {
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
});

const givenUp = () => signals.map(({ aborted }) => aborted);

it("hands an answer over once, and gives it up with its taker", () => {
  const taker = new AbortController();
  askAhead(QUERY, 1);
  expect(takeAskedAhead({ ...QUERY, points: 200 }, 1, taker.signal)).toBeUndefined();
  expect(takeAskedAhead(QUERY, 1, taker.signal)).toBeInstanceOf(Promise);
  expect(takeAskedAhead(QUERY, 1, taker.signal)).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(givenUp()).toEqual([false]);
  taker.abort();
  expect(givenUp()).toEqual([true]);
});

it("gives up what is older than the series", () => {
  askAhead(QUERY, 1);
  expect(takeAskedAhead(QUERY, 2, new AbortController().signal)).toBeUndefined();
  expect(givenUp()).toEqual([true]);
});

it("gives up what nobody takes", () => {
  askAhead(QUERY, 1);
  vi.advanceTimersByTime(60_000);
  expect(givenUp()).toEqual([true]);
  expect(takeAskedAhead(QUERY, 1, new AbortController().signal)).toBeUndefined();
});
