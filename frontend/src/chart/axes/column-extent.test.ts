import fc from "fast-check";
import { expect, it } from "vitest";
import { columnExtent } from "./column-extent";

it("finds what a search of all finite values finds", () => {
  fc.assert(
    fc.property(fc.float64Array(), (drawn) => {
      const column = drawn.map((value) => value + 0); // no zero below zero
      const finite = [...column].filter(Number.isFinite);
      expect(columnExtent(column)).toEqual({
        low: Math.min(...finite),
        high: Math.max(...finite),
        lowAboveZero: Math.min(...finite.filter((value) => value > 0)),
        leastSize: Math.min(...finite.map(Math.abs).filter((size) => size > 0)),
      });
    }),
  );
});

it("searches a column once", () => {
  const column = Float64Array.of(3, 1, 2);
  expect(columnExtent(column)).toBe(columnExtent(column));
});
