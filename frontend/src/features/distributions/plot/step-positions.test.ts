import { describe, expect, it } from "vitest";
import type { RunHistograms } from "../../../api/histograms";
import { edgesOf, placeRange, placesOf, shareOf } from "./step-positions";

function run(times: readonly number[]): RunHistograms {
  const nothing = new Float64Array();
  const buckets = { left: nothing, right: nothing, count: nothing, percentiles: nothing, total: 0 };
  return {
    run: "a",
    total: times.length,
    hidden: 0,
    unread: [],
    warnings: [],
    steps: times.map((wallTime, at) => ({ step: 10 * at, wallTime, ...buckets })),
  };
}

describe("places of steps", () => {
  it("are numbers, times since the first, or dates", () => {
    const own = run([100, 130, 160]);
    expect(placesOf(own, "step")).toEqual([0, 10, 20]);
    expect(placesOf(own, "relative")).toEqual([0, 30, 60]);
    expect(placesOf(own, "wall_time")).toEqual([100, 130, 160]);
  });

  it("have no range of time where no time is a date", () => {
    const places = placesOf(run([Number.NaN, Number.NaN]), "relative");
    expect(placeRange([places])).toEqual({ low: 0, high: 1 });
  });

  it("stand in the middle of a range of one", () => {
    expect(shareOf(5, { low: 5, high: 5 })).toBe(0.5);
    expect(shareOf(5, { low: 0, high: 10 })).toBe(0.5);
  });

  it("have edges half way to their neighbours", () => {
    expect(edgesOf([0, 10, 30])).toEqual([-5, 5, 20, 40]);
    expect(edgesOf([7])).toEqual([6.5, 7.5]);
  });
});
