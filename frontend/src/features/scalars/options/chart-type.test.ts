import { beforeEach, expect, it } from "vitest";
import { showView, viewSearch } from "../../../state/address/url-state";
import { bucketSeries, rawSeries } from "../testing/series";
import { chooseBars, drawsBars } from "./chart-type";

const answer = (...series: Parameters<typeof rawSeries>[0][]) => [
  {
    tag: "acc",
    x: "step",
    series: series.map((steps) => rawSeries(steps)),
  },
];

beforeEach(() => showView(""));

it("draws bars where every run has one value, and lines where any has more", () => {
  expect(drawsBars("acc", answer([7], [9]))).toBe(true);
  expect(drawsBars("acc", answer([7], [8, 9]))).toBe(false);
  expect(drawsBars("acc", [])).toBe(false);
  const bucket = { tag: "acc", x: "step", series: [bucketSeries([1])] };
  expect(drawsBars("acc", [bucket])).toBe(false);
});

it("goes by the viewer's choice, which is in the address", () => {
  const [single, several] = [answer([7]), answer([7, 8])];
  chooseBars("acc", false);
  expect([viewSearch(), drawsBars("acc", single)]).toEqual(["lines=acc", false]);
  chooseBars("acc", true);
  expect([viewSearch(), drawsBars("acc", several)]).toEqual(["bars=acc", true]);
});
