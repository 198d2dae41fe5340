import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PacedRequest } from "./throttled-request";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A request whose answers take `took` milliseconds, and when each was asked for. */
function paced({ took = 0, failing = 0, delay = 0 } = {}) {
  const start = performance.now();
  const askedAt: number[] = [];
  const request = new PacedRequest(
    async () => {
      askedAt.push(Math.round(performance.now() - start));
      if (took > 0) await new Promise((done) => setTimeout(done, took));
      return askedAt.length > failing;
    },
    { delay },
  );
  return { request, askedAt };
}

it("asks once a second for what changes all the time, and for the last change", async () => {
  const { request, askedAt } = paced();
  for (let change = 0; change < 25; change += 1) {
    request.want();
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0, 1000, 2000, 3000]);
});

it("has one request out at a time, and rests after a long one", async () => {
  const { request, askedAt } = paced({ took: 2000 });
  request.want();
  await vi.advanceTimersByTimeAsync(500);
  request.want();
  request.askNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0, 8000]);
});

it("asks again for what failed, later each time, at once when told to", async () => {
  const { request, askedAt } = paced({ failing: 3 });
  request.want();
  await vi.advanceTimersByTimeAsync(3500);
  request.askNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([0, 1000, 3000, 3500]);
});

it("waits for the first request, and makes none once it is stopped", async () => {
  const { request, askedAt } = paced({ delay: 60 });
  request.want();
  await vi.advanceTimersByTimeAsync(100);
  request.want();
  request.stop();
  request.want();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(askedAt).toEqual([60]);
});

it("leaves as long a gap as it is told to", async () => {
  const askedAt: number[] = [];
  const start = performance.now();
  const ask = async () => askedAt.push(Math.round(performance.now() - start)) > 0;
  const request = new PacedRequest(ask, { leastGap: 5000 });
  for (let change = 0; change < 10; change += 1) {
    request.want();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(askedAt).toEqual([0, 5000, 10_000]);
});
