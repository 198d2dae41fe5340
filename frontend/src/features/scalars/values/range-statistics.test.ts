import fc from "fast-check";
import { expect, it } from "vitest";
import { compare } from "./range-statistics";

const column = (...values: number[]) => Float64Array.from(values);
const line = (x: Float64Array, y: Float64Array) => ({ x, y, faint: null });

it("tells what a line did in a range, both ends inclusive", () => {
  const own = line(column(0, 1, 2, 3, 4), column(9, 4, 1, 5, 7));
  expect(compare(own, null, [1, 3])).toMatchObject({
    start: 4,
    end: 5,
    min: 1,
    max: 5,
    change: 1,
  });
  expect(compare(own, null, null)).toMatchObject({ start: 9, end: 7, min: 1, max: 9 });
  expect(compare(own, null, [8, 9]).start).toBeNaN();
});

it("compares what was logged, all of what is behind a mean", () => {
  const smoothed = { ...line(column(0, 1), column(0, 0)), faint: column(1, 3) };
  const behind = {
    first: column(-1, 4),
    last: column(2, 7),
    min: column(-5, 0),
    max: column(2, 8),
  };
  expect(compare(smoothed, behind, null)).toMatchObject({
    start: -1,
    end: 7,
    change: 8,
    min: -5,
    max: 8,
  });
});

it("has the slope of a straight line, wherever its steps begin", () => {
  const whole = { min: -50, max: 50 };
  fc.assert(
    fc.property(fc.integer(whole), fc.integer(whole), fc.nat(1e9), (slope, rise, from) => {
      const x = Float64Array.from({ length: 9 }, (_, at) => from + at);
      const y = x.map((place) => slope * (place - from) + rise);
      expect(compare(line(x, y), null, null).slope).toBeCloseTo(slope, 6);
    }),
  );
});

it("leaves out what is not finite, and has no slope of a single point", () => {
  const own = line(column(0, 1, 2), column(1, Number.NaN, 3));
  expect(compare(own, null, null)).toMatchObject({ min: 1, max: 3, slope: 1 });
  expect(compare(line(column(1), column(1)), null, null).slope).toBeNaN();
});
