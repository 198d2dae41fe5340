import { expect, it } from "vitest";
import { COUNT_STEPS, logTicks, xTicks } from "./tick-labels";

it.each([
  ["duration", 0, 60, "0 s"],
  ["duration", 120, 60, "2 min"],
  ["duration", 5400, 1800, "1 h 30 min"],
  ["duration", 3900, 300, "1 h 5 min"],
  ["duration", 108_300, 300, "1 d 6 h 5 min"],
  ["duration", 10.05, 0.05, "10.05 s"],
  ["duration", -90, 30, "−1 min 30 s"],
  ["duration", 12.5, 1, "12.5 s"],
] as const)("writes %s %d as %s", (kind, value, step, text) => {
  expect(xTicks(kind, [value], step)).toEqual([text]);
});

it("writes moments as short as tells them apart", () => {
  const noon = new Date(2026, 10, 21, 12, 30, 5).getTime() / 1000;
  const midnight = new Date(2026, 10, 21).getTime() / 1000;
  expect(xTicks("moment", [noon], 5)).toEqual(["12:30:05"]);
  expect(xTicks("moment", [noon], 300)).toEqual(["12:30"]);
  expect(xTicks("moment", [midnight], 21_600)).toEqual(["21 Nov"]);
});

it("counts in whole steps", () => {
  expect(COUNT_STEPS.every(Number.isSafeInteger)).toBe(true);
  expect(COUNT_STEPS.slice(0, 5)).toEqual([1, 2, 5, 10, 20]);
});

it("writes the ticks of a logarithmic axis as values", () => {
  expect(logTicks([0.01, 1, 1e7])).toEqual(["0.01", "1", "10M"]);
});
