import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ThrottledRequest } from "./throttled-request";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A request whose answers take `took` milliseconds, and the times of all requests. */
function paced({ took = 0, failing = 0 } = {}) {
  const start = performance.now();
  const requestedAt: number[] = [];
  const request = new ThrottledRequest(async () => {
    requestedAt.push(Math.round(performance.now() - start));
    if (took > 0) await new Promise((done) => setTimeout(done, took));
    return requestedAt.length > failing;
  });
  return { request, requestedAt };
}

it("sends one request a second while changes go on, and one for the last change", async () => {
  const { request, requestedAt } = paced();
  for (let change = 0; change < 25; change += 1) {
    request.request();
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestedAt).toEqual([0, 1000, 2000, 3000]);
});

it("has one request out at a time, and rests after a long one", async () => {
  const { request, requestedAt } = paced({ took: 2000 });
  request.request();
  await vi.advanceTimersByTimeAsync(500);
  request.request();
  request.requestNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestedAt).toEqual([0, 8000]);
});

it("retries after a failure, later each time, and at once on demand", async () => {
  const { request, requestedAt } = paced({ failing: 3 });
  request.request();
  await vi.advanceTimersByTimeAsync(3500);
  request.requestNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestedAt).toEqual([0, 1000, 3000, 3500]);
});

it("waits for a request with a delay, unless one without comes first", async () => {
  const { request, requestedAt } = paced();
  request.request(60);
  await vi.advanceTimersByTimeAsync(1000);
  expect(requestedAt).toEqual([60]);
  request.request(5000);
  request.request();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestedAt).toEqual([60, 1060]);
});

it("aborts what it cancels, and goes on at its pace", async () => {
  const started: number[] = [];
  const signals: AbortSignal[] = [];
  const start = performance.now();
  const request = new ThrottledRequest(async (signal) => {
    started.push(Math.round(performance.now() - start));
    signals.push(signal);
    if (signals.length === 2) await new Promise(() => {});
    return true;
  });
  request.request();
  await vi.advanceTimersByTimeAsync(0);
  request.request();
  await vi.advanceTimersByTimeAsync(1000);
  request.request();
  request.cancel();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  request.request();
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual([0, 1000, 61_000]);
});

it("leaves the gap that its options set", async () => {
  const requestedAt: number[] = [];
  const start = performance.now();
  const send = async () => requestedAt.push(Math.round(performance.now() - start)) > 0;
  const request = new ThrottledRequest(send, { minGapMs: 5000 });
  for (let change = 0; change < 10; change += 1) {
    request.request();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(requestedAt).toEqual([0, 5000, 10_000]);
});
