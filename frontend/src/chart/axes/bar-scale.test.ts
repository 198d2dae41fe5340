import fc from "fast-check";
import { expect, it } from "vitest";
import { barScale } from "./bar-scale";

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
const positive = fc.double({ noNaN: true, min: 1e-12, max: 1e12 });

it("begins bars at zero, and their lengths are in proportion to the values", () => {
  const { base, bar } = barScale([-1, 0, 3], false);
  expect(base).toBe(0.25);
  expect(bar(3)).toEqual({ from: 0.25, to: 1 });
  expect(bar(-1)).toEqual({ from: 0, to: 0.25 });
  expect(bar(0)).toEqual({ from: 0.25, to: 0.25 });
});

it("has no bar for what is not finite, nor for zero on a logarithmic axis", () => {
  const linear = barScale([1, Number.NaN, Number.POSITIVE_INFINITY], false);
  expect(linear.bar(Number.NaN)).toBeNull();
  expect(linear.bar(Number.POSITIVE_INFINITY)).toBeNull();
  expect(linear.bar(1)).toEqual({ from: 0, to: 1 });
  expect(barScale([0, 10], true).bar(0)).toBeNull();
});

it("stands each decade by the same length on a logarithmic axis", () => {
  const { bar } = barScale([0.01, 1, 100], true);
  const lengths = [0.01, 1, 100].map((value) => bar(value)?.to ?? 0);
  expect(lengths.map((length) => Math.round(length * 5))).toEqual([1, 3, 5]);
});

it.each([
  [false, number],
  [true, positive],
] as const)("keeps the order of values within its room (logarithmic: %s)", (isLog, value) => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
      const { place } = barScale(values, isLog);
      const sorted = [...values].sort((one, other) => one - other);
      const places = sorted.map((one) => place(one) ?? Number.NaN);
      places.forEach((at, index) => {
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(1 + 1e-9);
        if (index > 0) expect(at).toBeGreaterThanOrEqual(places[index - 1] as number);
      });
    }),
  );
});
