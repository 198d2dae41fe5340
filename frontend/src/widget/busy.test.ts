import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BusyWatch } from "./busy";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch() {
  const pings: string[] = [];
  const shown: boolean[] = [];
  const busy = new BusyWatch(
    () => pings.push("ping"),
    (isBusy) => shown.push(isBusy),
  );
  return { busy, pings, shown };
}

test("a kernel that answers is never busy", () => {
  const { busy, pings, shown } = watch();
  busy.sent(1);
  vi.advanceTimersByTime(2000);
  busy.done(1);
  busy.received();
  vi.advanceTimersByTime(60_000);
  expect([pings, shown]).toEqual([[], []]);
});

test("a request that takes long is no sign, as long as the kernel answers another message", () => {
  const { busy, pings, shown } = watch();
  busy.sent(1);
  for (let round = 0; round < 5; round += 1) {
    vi.advanceTimersByTime(2600);
    busy.received();
  }
  expect(pings).toHaveLength(5);
  expect(shown).toEqual([]);
});

test("without any answer it is busy, until one comes", () => {
  const { busy, pings, shown } = watch();
  busy.sent(1);
  vi.advanceTimersByTime(60_000);
  expect([pings.length, shown]).toEqual([1, [true]]);
  busy.done(1);
  busy.received();
  expect(shown).toEqual([true, false]);
  busy.sent(2);
  busy.stop();
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([true, false]);
});

test("a cancelled request is not waited for", () => {
  const { busy, pings, shown } = watch();
  busy.sent(1);
  busy.done(1);
  vi.advanceTimersByTime(60_000);
  expect([pings, shown]).toEqual([[], []]);
});
