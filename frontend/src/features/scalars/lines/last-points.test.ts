import { expect, it } from "vitest";
import type { ScalarSeries } from "../../../api/scalars";
import { bucketSeries, rawSeries } from "../testing/series";
import { lastPoints } from "./last-points";

function lastValues(...series: ScalarSeries[]) {
  const [answer] = lastPoints([{ tag: "loss", x: "step", series }]);
  return answer?.series.map(({ run, raw, ...rest }) => {
    const point = { run, raw, ...rest } as ScalarSeries;
    return [run, point.raw ? [...point.value] : null, [...(point.x ?? [])]];
  });
}

it("has the last value of each run at one place, wherever runs ended", () => {
  const value = Float64Array.of(0.5, 0.25);
  expect(
    lastValues(
      rawSeries([1, 9], { run: "a", value }),
      bucketSeries([4, 30], { run: "b", last: Float64Array.of(7, 8) }),
    ),
  ).toEqual([
    ["a", [0.25], [0]],
    ["b", [8], [0]],
  ]);
});

it("leaves out what is beyond the range in view, and series with nothing there", () => {
  expect(
    lastValues(
      rawSeries([1, 2, 3], { run: "a", before: 1, after: 1 }),
      rawSeries([0, 9], { run: "b", before: 1, after: 1 }),
      rawSeries([], { run: "c" }),
    ),
  ).toEqual([["a", [2], [0]]]);
});

it("counts a last value that is not finite", () => {
  const [answer] = lastPoints([
    { tag: "t", x: "step", series: [rawSeries([1], { value: Float64Array.of(Number.NaN) })] },
  ]);
  expect(answer?.series[0]).toMatchObject({ nan: 1, inf: 0, total: 1 });
});
