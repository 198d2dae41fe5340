import { expect, it } from "vitest";
import { bucketSeries, rawSeries } from "../testing/series";
import { stepAt } from "./select-steps";

const column = (...values: number[]) => Float64Array.from(values);

it("finds the step nearest to a place of the axis, of any run", () => {
  const series = [rawSeries([0, 100]), rawSeries([40])];
  expect(stepAt([{ tag: "t", x: "step", series }], 45)).toBe(40);
  const timed = [rawSeries([0, 100], { wall_time: column(1000, 1060) })];
  expect(stepAt([{ tag: "t", x: "wall_time", series: timed }], 1050)).toBe(100);
  const relative = [rawSeries([0, 100], { x: column(0, 60) })];
  expect(stepAt([{ tag: "t", x: "relative", series: relative }], 7)).toBe(0);
});

it("knows no step of buckets of time, and none where nothing is", () => {
  const series = [bucketSeries([1000, 2000])];
  expect(stepAt([{ tag: "t", x: "wall_time", series }], 1000)).toBeNull();
  expect(stepAt([{ tag: "t", x: "step", series }], 1400)).toBe(1000);
  expect(stepAt([{ tag: "t", x: "step", series: [rawSeries([])] }], 0)).toBeNull();
});
