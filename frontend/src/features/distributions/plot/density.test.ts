import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Buckets, RunHistograms } from "../../../api/histograms";
import { bucketAt, depthOf, onGrid, valueRange } from "./density";

function buckets(edges: readonly number[], counts: readonly number[]): Buckets {
  return {
    left: Float64Array.from(edges.slice(0, -1)),
    right: Float64Array.from(edges.slice(1)),
    count: Float64Array.from(counts),
  };
}

const EDGES = fc
  .uniqueArray(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 20 })
  .map((edges) => edges.map((edge) => edge / 8).sort((a, b) => a - b));

describe("values on an even grid", () => {
  it("are as many as were logged when the grid covers them", () => {
    fc.assert(
      fc.property(EDGES, fc.integer({ min: 1, max: 90 }), (edges, cells) => {
        const counts = edges.slice(1).map((_, at) => at + 1);
        const range = { low: -126, high: 126 };
        const sum = onGrid(buckets(edges, counts), range, cells).reduce((a, b) => a + b, 0);
        expect(sum).toBeCloseTo(
          counts.reduce((a, b) => a + b, 0),
          6,
        );
      }),
    );
  });

  it("lie evenly within their bucket", () => {
    const cells = onGrid(buckets([0, 2, 4], [10, 2]), { low: 0, high: 4 }, 4);
    expect([...cells]).toEqual([5, 5, 1, 1]);
  });

  it("stand in one cell when they are all the same", () => {
    expect([...onGrid(buckets([1, 1], [7]), { low: 0, high: 4 }, 4)]).toEqual([0, 7, 0, 0]);
    expect([...onGrid(buckets([4, 4], [7]), { low: 0, high: 4 }, 4)]).toEqual([0, 0, 0, 7]);
  });

  it("are left out beyond the grid", () => {
    const cells = onGrid(buckets([-4, 0, 4, 8], [9, 4, 9]), { low: 0, high: 4 }, 2);
    expect([...cells]).toEqual([2, 2]);
  });
});

it("finds the bucket of a value, the upper one at a common edge", () => {
  const three = buckets([0, 1, 2, 3], [1, 1, 1]);
  expect([-1, 0, 0.5, 1, 3, 4].map((value) => bucketAt(three, value))).toEqual([
    -1, 0, 0, 1, 2, -1,
  ]);
});

it("tells a depth as a part of the largest, or of its logarithm", () => {
  expect(depthOf(5, 10, false)).toBe(0.5);
  expect(depthOf(Math.E - 1, Math.E ** 2 - 1, true)).toBeCloseTo(0.5);
  expect(depthOf(0, 0, true)).toBe(0);
});

function run(...percentiles: readonly number[][]): RunHistograms {
  const steps = percentiles.map((own, step) => ({
    ...buckets([0, 1], [1]),
    step,
    wallTime: step,
    total: 1,
    percentiles: Float64Array.from(own),
  }));
  return { run: "a", total: steps.length, hidden: 0, unread: [], warnings: [], steps };
}

describe("the range of values", () => {
  const wide = run([-100, -1, 0, 0, 0, 0, 0, 1, 50], [0, 0, 0, 0, 0, 0, 0, 3, 4]);

  it("holds all values of all steps, with a little room", () => {
    const { low, high } = valueRange([wide], "whole");
    expect(low).toBeCloseTo(-103);
    expect(high).toBeCloseTo(53);
  });

  it("ends beyond the middle 87 % where tails are cut", () => {
    const { low, high } = valueRange([wide], "cut");
    expect(low).toBeCloseTo(-1 - 0.4 * 4);
    expect(high).toBeCloseTo(3 + 0.4 * 4);
  });

  it("is by itself that of most values where the others would flatten them", () => {
    expect(valueRange([wide], "auto")).toEqual(valueRange([wide], "cut"));
    const even = run([-2, -1, 0, 0, 0, 0, 0, 1, 2]);
    expect(valueRange([even], "auto")).toEqual(valueRange([even], "whole"));
    const dead = run([0, 0, 0, 0, 0, 0, 0, 0, 50]);
    expect(valueRange([dead], "auto")).toEqual(valueRange([dead], "whole"));
  });

  it("is by itself that of all values where most lie in one bucket, which shows no more", () => {
    const zeros = [0, 1e-14, 3e-13, 4e-13, 5e-13, 6e-13, 7e-13, 9e-13, 300];
    const { steps, ...rest } = run(zeros, zeros);
    const spike = steps.map((step) => ({ ...step, ...buckets([0, 1e-12, 1, 300], [95, 4, 1]) }));
    const sparse = { ...rest, steps: spike };
    expect(valueRange([sparse], "auto")).toEqual(valueRange([sparse], "whole"));
    const later = { ...rest, steps: [...spike, ...run([0, 0, 0, 0, 0, 0, 0, 2, 3]).steps] };
    expect(valueRange([later], "auto")).toEqual(valueRange([later], "cut"));
  });

  it("has room around a single value, and is there without any", () => {
    expect(valueRange([run(Array(9).fill(0.5))], "whole")).toEqual({ low: 0, high: 1 });
    expect(valueRange([], "whole")).toEqual({ low: -1, high: 1 });
  });

  it("does not end at infinity", () => {
    const odd = run([Number.NEGATIVE_INFINITY, 0, 0, 0, 0, 0, 0, 1, Number.POSITIVE_INFINITY]);
    expect(valueRange([odd], "whole")).toEqual({ low: -1, high: 1 });
  });
});
