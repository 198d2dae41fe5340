import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartLine } from "./chart-line";
import { valueExtent, xExtent, yAxis } from "./extent";

const line = (x: number[], y: number[], band: ChartLine["band"] = null): ChartLine => ({
  key: "run",
  colour: "#000",
  dash: 0,
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  faint: null,
  band,
  nonFinite: null,
});

it("reaches from the first to the last x of all lines", () => {
  expect(xExtent([line([2, 8], [0, 0]), line([], []), line([-1, 3], [0, 0])])).toEqual([-1, 8]);
  expect(xExtent([line([5], [1])])).toEqual([4.5, 5.5]);
  expect(xExtent([line([], [])])).toBeNull();
});

describe("valueExtent", () => {
  const lines = [
    line([0, 1, 2, 3], [9, 1, Number.NaN, 4]),
    line([1, 2], [Number.POSITIVE_INFINITY, -2]),
  ];

  it("takes only finite values within the range", () => {
    expect(valueExtent(lines, [1, 3], false)).toEqual([-2, 4]);
    expect(valueExtent(lines, [10, 20], false)).toBeNull();
  });

  it("takes only positive values on a logarithmic axis", () => {
    expect(valueExtent(lines, [1, 3], true)).toEqual([1, 4]);
  });

  it("holds the band, so that no spike leaves the plot", () => {
    const band = { min: Float64Array.of(-7, 0), max: Float64Array.of(1, 12) };
    expect(valueExtent([line([0, 1], [0, 1], band)], [0, 1], false)).toEqual([-7, 12]);
  });
});

it("gives every axis a height and keeps values off its ends", () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(value, value, (one, other) => {
      const low = Math.min(one, other);
      const high = Math.max(one, other);
      const [bottom, top] = yAxis([low, high], false);
      expect(bottom).toBeLessThanOrEqual(low);
      expect(top).toBeGreaterThanOrEqual(high);
      expect(top).toBeGreaterThan(bottom);
    }),
  );
  expect(yAxis(null, false)).toEqual([0, 1]);
  expect(yAxis([5, 5], true)).toEqual([2.5, 10]);
});
