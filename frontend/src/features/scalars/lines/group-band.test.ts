import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Spread } from "../options/tab-options";
import { groupBand, type Member, tFactor } from "./group-band";

const member = (x: readonly number[], y: readonly number[]): Member => {
  const column = Float64Array.from(y);
  return { x: Float64Array.from(x), y: column, low: column, high: column };
};
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((one) => one + 0);
const spread = fc.constantFrom<Spread>("std", "stderr", "ci95", "range");
/** Runs that log at the same places. */
const alike = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 }))
  .chain(([places, runs]) =>
    fc.array(fc.array(value, { minLength: places, maxLength: places }), {
      minLength: runs,
      maxLength: runs,
    }),
  );
const points = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
const run = points.chain((x) =>
  fc.array(value, { minLength: x.length, maxLength: x.length }).map((y) =>
    member(
      x.sort((one, other) => one - other),
      y,
    ),
  ),
);

describe("a band over runs that log at the same places", () => {
  it("has their mean and their deviation at each of them", () => {
    fc.assert(
      fc.property(alike, (runs) => {
        const x = (runs[0] as number[]).map((_, at) => at);
        const { mean, min, max, count } = groupBand(
          runs.map((y) => member(x, y)),
          "std",
        );
        for (const at of x) {
          const values = runs.map((y) => y[at] as number);
          const average = values.reduce((sum, one) => sum + one, 0) / values.length;
          const squares = values.reduce((sum, one) => sum + (one - average) ** 2, 0);
          const deviation = Math.sqrt(squares / (values.length - 1));
          expect(count[at]).toBe(values.length);
          expect(mean[at]).toBeCloseTo(average, 5);
          if (values.length === 1) expect(min[at]).toBeNaN();
          else expect(((max[at] as number) - (min[at] as number)) / 2).toBeCloseTo(deviation, 4);
        }
      }),
    );
  });

  it("narrows from the deviation to the error, and its interval is t times that", () => {
    const runs = [1, 2, 4].map((y) => member([0], [y]));
    const half = (kind: Spread) => {
      const { mean, max } = groupBand(runs, kind);
      return (max[0] as number) - (mean[0] as number);
    };
    expect(half("stderr")).toBeCloseTo(half("std") / Math.sqrt(3), 12);
    expect(half("ci95")).toBeCloseTo(4.303 * half("stderr"), 12);
  });
});

describe("a band over any runs", () => {
  it("is the same in whatever order they come", () => {
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 5 }), spread, (runs, spread) => {
        const [one, other] = [groupBand(runs, spread), groupBand(runs.toReversed(), spread)];
        expect([...one.x]).toEqual([...other.x]);
        for (const name of ["mean", "min", "max"] as const) {
          one[name].forEach((value, at) => {
            if (Number.isNaN(value)) expect(other[name][at]).toBeNaN();
            else expect(other[name][at]).toBeCloseTo(value, 3);
          });
        }
      }),
    );
  });

  it("lies around the mean, which lies between the least and the greatest", () => {
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 5 }), spread, (runs, spread) => {
        const { mean, min, max, count } = groupBand(runs, spread);
        const range = groupBand(runs, "range");
        mean.forEach((value, at) => {
          const slack = 1e-6 * (1 + Math.abs(value));
          expect(value).toBeGreaterThanOrEqual((range.min[at] as number) - slack);
          expect(value).toBeLessThanOrEqual((range.max[at] as number) + slack);
          if (spread !== "range" && count[at] === 1) expect(min[at]).toBeNaN();
          else {
            expect(min[at]).toBeLessThanOrEqual(value + slack);
            expect(max[at]).toBeGreaterThanOrEqual(value - slack);
          }
        });
      }),
    );
  });

  it("is the run itself where there is one", () => {
    fc.assert(
      fc.property(run, (only) => {
        const { x, mean } = groupBand([only], "range");
        expect([...x]).toEqual([...only.x]);
        expect([...mean]).toEqual([...only.y]);
      }),
    );
  });
});

it("goes along the line between two points of a run, and counts it only while it is under way", () => {
  const { x, mean, count } = groupBand([member([0, 10], [0, 10]), member([5, 20], [1, 4])], "std");
  expect([...x]).toEqual([0, 5, 10, 20]);
  expect([...count]).toEqual([1, 2, 2, 1]);
  expect([...mean]).toEqual([0, 3, 6, 4]);
});

it("draws no line over a value that is not finite", () => {
  const broken = member([0, 10, 20], [0, Number.NaN, 2]);
  const { mean, count } = groupBand([broken, member([5, 10, 15], [7, 7, 7])], "std");
  expect([...count]).toEqual([1, 1, 1, 1, 1]);
  expect([...mean]).toEqual([0, 7, 7, 7, 2]);
  expect(groupBand([broken], "std").mean[1]).toBeNaN();
});

it("takes the mean of several points of a run at one place", () => {
  const twice = member([0, 1, 1, 2], [0, 2, 4, 6]);
  const { x, mean, max } = groupBand([twice], "range");
  expect([[...x], [...mean], max[1]]).toEqual([[0, 1, 2], [0, 3, 6], 4]);
});

it("knows Student's t beyond its table", () => {
  expect(tFactor(1)).toBe(12.706);
  expect(tFactor(40)).toBeCloseTo(2.021, 2);
  expect(tFactor(1000)).toBeCloseTo(1.962, 2);
});
