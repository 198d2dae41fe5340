import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerBound, nearestIndex } from "./sorted";

const sorted = fc
  .array(fc.integer({ min: -1000, max: 1000 }))
  .map((values) => values.sort((one, other) => one - other));

it("finds the first value that is not less", () => {
  fc.assert(
    fc.property(sorted, fc.integer({ min: -1100, max: 1100 }), (values, wanted) => {
      const plain = values.findIndex((value) => value >= wanted);
      expect(lowerBound(values, wanted)).toBe(plain < 0 ? values.length : plain);
    }),
  );
});

it("finds a value that none is nearer than", () => {
  fc.assert(
    fc.property(sorted, fc.double({ min: -1100, max: 1100, noNaN: true }), (values, wanted) => {
      const at = nearestIndex(values, wanted);
      if (values.length === 0) expect(at).toBe(-1);
      else {
        const least = Math.min(...values.map((value) => Math.abs(value - wanted)));
        expect(Math.abs((values[at] as number) - wanted)).toBe(least);
      }
    }),
  );
});

it("takes the earlier of two as near", () => {
  expect(nearestIndex([0, 10], 5)).toBe(0);
});
