import { expect, it } from "vitest";
import type { Scalars } from "../../../api/scalars";
import { bucketSeries, rawSeries } from "../testing/series";
import { isAtOneStep } from "./single-step";

const answer = (...series: Scalars["series"][number][]): Scalars => ({
  tag: "loss",
  x: "step",
  series,
});

it("is so when several points stand at one step", () => {
  expect(isAtOneStep(answer(rawSeries([0, 0, 0])))).toBe(true);
  expect(isAtOneStep(answer(rawSeries([7, 7]), rawSeries([7]), rawSeries([])))).toBe(true);
  expect(isAtOneStep(answer({ ...bucketSeries([0]), total: 9000 }))).toBe(true);
});

it("is not so where steps differ, or where there is no second point to set apart", () => {
  expect(isAtOneStep(answer(rawSeries([0, 0, 1])))).toBe(false);
  expect(isAtOneStep(answer(rawSeries([0, 0]), rawSeries([1])))).toBe(false);
  expect(isAtOneStep(answer(bucketSeries([0, 5])))).toBe(false);
  expect(isAtOneStep(answer(rawSeries([0]), rawSeries([0])))).toBe(false);
  expect(isAtOneStep(answer())).toBe(false);
  expect(isAtOneStep({ ...answer(rawSeries([0, 0])), x: "wall_time" })).toBe(false);
});
