import * as fc from "fast-check";
import { expect, test } from "vitest";
import { histogramShape } from "./histogram-shape";

function buckets(edges: readonly number[], counts: readonly number[]) {
  return {
    left: Float64Array.from(edges.slice(0, -1)),
    right: Float64Array.from(edges.slice(1)),
    count: Float64Array.from(counts),
  };
}

/** The heights of the bars, from the left. */
function heights(path = ""): number[] {
  return [...path.matchAll(/L[\d.]+ ([\d.]+)L/g)].map((found) => 10 - Number(found[1]));
}

test("the outline is as high as the buckets are dense, not as full", () => {
  const shape = histogramShape(buckets([0, 1, 2, 6], [2, 2, 2]), 50, 10);
  expect(heights(shape?.path).at(0)).toBe(10);
  expect(heights(shape?.path).at(-1)).toBe(2.5);
});

test("a bucket of next to no width does not hide the others", () => {
  const shape = histogramShape(buckets([0, 1e-12, 5], [500, 500]), 50, 10);
  expect(heights(shape?.path).at(-1)).toBeGreaterThan(0.1);
});

test("buckets without values at the ends are no part of it", () => {
  const shape = histogramShape(buckets([0, 1, 2, 3], [0, 4, 0]), 10, 10);
  expect([shape?.from, shape?.to]).toEqual([1, 2]);
});

test("there is one of values that are all the same", () => {
  const shape = histogramShape(buckets([3, 3], [7]), 10, 10);
  expect([shape?.from, shape?.to, Math.max(...heights(shape?.path))]).toEqual([3, 3, 10]);
});

test("there is none without a value", () => {
  expect(histogramShape(buckets([0, 1], [0]), 10, 10)).toBeUndefined();
  expect(histogramShape(buckets([Number.NaN, 1], [3]), 10, 10)).toBeUndefined();
});

test("it stays within its room, whatever was logged", () => {
  const value = fc.double({ min: -1e30, max: 1e30, noNaN: true });
  const count = fc.double({ min: 0, max: 1e12, noNaN: true });
  const logged = fc.array(fc.tuple(value, count), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(logged, (all) => {
      const edges = all.map(([edge]) => edge).sort((a, b) => a - b);
      const counts = all.slice(1).map(([, own]) => own);
      const shape = histogramShape(buckets(edges, counts), 100, 40);
      const numbers = shape?.path.match(/-?[\d.e+-]+/g)?.map(Number) ?? [];
      for (const [at, each] of numbers.entries()) {
        expect(each).toBeGreaterThanOrEqual(0);
        expect(each).toBeLessThanOrEqual(at % 2 === 0 ? 100 : 40);
      }
    }),
  );
});
