import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerBound, nearestIndex, neighbourOf } from "./binary-search";

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

const ascending = fc
  .uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1 })
  .map((values) => values.sort((one, other) => one - other));

it("finds neighbours of a value at a given distance in rows", () => {
  const from = fc.integer({ min: -60, max: 60 });
  const count = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(ascending, from, count, (values, from, count) => {
      const after = values.filter((value) => value > from);
      expect(neighbourOf(values, from, count)).toBe(after[count - 1] ?? values.at(-1));
      const before = values.filter((value) => value < from).reverse();
      expect(neighbourOf(values, from, -count)).toBe(before[count - 1] ?? values[0]);
    }),
  );
});
