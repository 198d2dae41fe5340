import { expect, it } from "vitest";
import { startLate } from "./start-late";

function recorder() {
  const calls: string[] = [];
  const start = () => {
    calls.push("start");
    return () => void calls.push("stop");
  };
  return { calls, start };
}

it("starts work once its code is there, and stops it", async () => {
  const { calls, start } = recorder();
  const stop = startLate(async () => start);
  expect(calls).toEqual([]);
  await Promise.resolve();
  expect(calls).toEqual(["start"]);
  stop();
  expect(calls).toEqual(["start", "stop"]);
});

it("never starts what was stopped before its code came", async () => {
  const { calls, start } = recorder();
  const code = Promise.resolve(start);
  startLate(() => code)();
  await code;
  await Promise.resolve();
  expect(calls).toEqual([]);
});
