import fc from "fast-check";
import { expect, it } from "vitest";
import { COUNT_STEPS, logPlaces, logTicks, xTicks } from "./ticks";

it.each([
  ["duration", 0, 60, "0 s"],
  ["duration", 120, 60, "2 min"],
  ["duration", 5400, 1800, "1 h 30 min"],
  ["duration", 3900, 300, "1 h 5 min"],
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

it("puts logarithmic ticks where readers expect them", () => {
  expect(logPlaces(0.01, 100)).toEqual([0.01, 0.1, 1, 10, 100]);
  expect(logPlaces(0.9, 120)).toEqual([1, 2, 5, 10, 20, 50, 100]);
  expect(logPlaces(0.31, 0.62)).toEqual([0.4, 0.5, 0.6]);
  expect(logTicks([0.01, 1, 1e7])).toEqual(["0.01", "1", "1e+7"]);
});

it("has a few ticks inside every logarithmic axis, in order", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-30, max: 1e10, noNaN: true }),
      fc.double({ min: 1.01, max: 1e30, noNaN: true }),
      (low, factor) => {
        const places = logPlaces(low, low * factor);
        expect(places.length).toBeGreaterThanOrEqual(1);
        expect(places.length).toBeLessThanOrEqual(12);
        expect(places).toEqual([...places].sort((one, other) => one - other));
        for (const place of places)
          expect(place >= low * (1 - 1e-9) && place <= low * factor * (1 + 1e-9)).toBe(true);
      },
    ),
  );
});
