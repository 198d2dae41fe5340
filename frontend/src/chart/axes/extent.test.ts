import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartLine } from "../model/chart-line";
import { plainLine } from "../model/plain-line";
import { inlierExtent, valueExtent, xExtent, yEnds } from "./extent";
import { LINEAR, LOG, symlog } from "./scale";

const line = (x: number[], y: number[], band: ChartLine["band"] = null): ChartLine =>
  plainLine({
    key: "run",
    colour: "#000",
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    band,
  });

it("reaches from the first to the last x of all lines that has a place", () => {
  const lines = [line([2, 8], [0, 0]), line([], []), line([-1, 3], [0, 0])];
  expect(xExtent(lines, LINEAR)).toEqual([-1, 8]);
  expect(xExtent(lines, LOG)).toEqual([2, 8]);
  expect(xExtent([line([5], [1])], LINEAR)).toEqual([4.5, 5.5]);
  expect(xExtent([line([5], [1])], LOG)).toEqual([2.5, 10]);
  expect(xExtent([line([], [])], LINEAR)).toBeNull();
});

describe("valueExtent", () => {
  const lines = [
    line([0, 1, 2, 3], [9, 1, Number.NaN, 4]),
    line([1, 2], [Number.POSITIVE_INFINITY, -2]),
  ];

  it("takes only finite values within the range", () => {
    expect(valueExtent(lines, [1, 3], LINEAR)).toEqual([-2, 4]);
    expect(valueExtent(lines, [10, 20], LINEAR)).toBeNull();
  });

  it("reaches as far as lines that cross the ends of the range", () => {
    const passing = [line([0, 10], [0, 100])];
    expect(valueExtent(passing, [2, 3], LINEAR)).toEqual([20, 30]);
    expect(valueExtent([line([0, 10], [1, 1e10])], [2, 3], LOG)).toEqual([
      expect.closeTo(100),
      expect.closeTo(1000),
    ]);
    expect(valueExtent([line([1, 1e4], [0, 4])], [10, 1e3], LINEAR, LOG)).toEqual([
      expect.closeTo(1),
      expect.closeTo(3),
    ]);
    expect(valueExtent([line([0, 10], [0, Number.NaN])], [2, 3], LINEAR)).toBeNull();
    expect(valueExtent([line([0, 5, 10], [0, 90, 0])], [4, 6], LINEAR)).toEqual([72, 90]);
  });

  it("takes only positive values on a logarithmic axis, and all on a symmetric one", () => {
    expect(valueExtent(lines, [1, 3], LOG)).toEqual([1, 4]);
    expect(valueExtent(lines, [1, 3], symlog(1))).toEqual([-2, 4]);
  });

  it("holds the band, so that no spike leaves the plot", () => {
    const band = { min: Float64Array.of(-7, 0), max: Float64Array.of(1, 12) };
    expect(valueExtent([line([0, 1], [0, 1], band)], [0, 1], LINEAR)).toEqual([-7, 12]);
  });
});

describe("inlierExtent", () => {
  const steps = Array.from({ length: 100 }, (_, at) => at);

  it("leaves out the outliers of each line, but no line", () => {
    const spiked = steps.map((at) => (at === 50 ? 1e9 : at));
    const higher = steps.map((at) => 200 + at);
    const lines = [line(steps, spiked), line(steps, higher)];
    const [low, high] = inlierExtent(lines, [0, 99], LINEAR) ?? [];
    expect(low).toBeLessThan(10);
    expect(high).toBeGreaterThan(280);
    expect(high).toBeLessThan(300);
  });

  it("takes every value of a line that is flat but for a few", () => {
    const flat = steps.map((at) => (at === 50 ? 7 : 1));
    expect(inlierExtent([line(steps, flat)], [0, 99], LINEAR)).toEqual([1, 7]);
  });
});

it("gives every axis a height and keeps values off its ends", () => {
  const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  const scale = fc.constantFrom(LINEAR, symlog(1), symlog(1e-3));
  fc.assert(
    fc.property(value, value, scale, (one, other, scale) => {
      const low = Math.min(one, other);
      const high = Math.max(one, other);
      const [bottom, top] = yEnds([low, high], scale);
      expect(bottom).toBeLessThanOrEqual(scale.place(low));
      expect(top).toBeGreaterThanOrEqual(scale.place(high));
      expect(top).toBeGreaterThan(bottom);
    }),
  );
  expect(yEnds(null, LINEAR)).toEqual([0, 1]);
  expect(10 ** yEnds([5, 5], LOG)[0]).toBeCloseTo(2.5, 9);
});
