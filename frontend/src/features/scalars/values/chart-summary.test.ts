import { expect, it } from "vitest";
import type { RawSeries } from "../../../api/scalars";
import { plainLine } from "../../../chart/model/plain-line";
import { rawSeries } from "../testing/series";
import { chartSummary } from "./chart-summary";
import { nonFiniteText, plotNote, totalsOf } from "./plot-notes";

const series = (run: string, values: number[], nan = 0, inf = 0): RawSeries =>
  rawSeries([...values.keys()], { run, nan, inf, value: Float64Array.from(values) });

it("says in a sentence what the chart shows", () => {
  const scalars = {
    tag: "loss",
    x: "step",
    series: [series("a", [3, 0.5]), series("b", [0.12, Number.NaN], 1)],
  } as const;
  expect(chartSummary(scalars, (run) => `run-${run}`)).toBe(
    "loss, 2 runs, 4 points, step 0–1; lowest 0.12 in run run-b; 1 NaN.",
  );
  expect(totalsOf([scalars])).toEqual({ points: 4, nan: 1, inf: 0, undated: 0 });
});

it("has no lowest value where there is none", () => {
  const scalars = { tag: "t", x: "step", series: [series("a", [Number.NaN], 1)] } as const;
  expect(chartSummary(scalars, String)).toBe("t, 1 run, 1 point, step 0–0; 1 NaN.");
});

it("counts what is not finite", () => {
  expect(nonFiniteText({ nan: 1200, inf: 3 })).toBe("1,200 NaN, 3 Inf");
  expect(nonFiniteText({ nan: 0, inf: 0 })).toBe("");
});

it("says when there is nothing to draw in the range", () => {
  const line = (...x: number[]) => {
    const column = Float64Array.from(x);
    return plainLine({ key: "a", colour: "#000", x: column, y: column });
  };
  expect(plotNote([line(), line()], null)).toBe("No points in this range");
  expect(plotNote([line(), line(1)], null)).toBeNull();
  expect(plotNote([line(1, 20)], [8, 9])).toBeNull();
  expect(plotNote([line(1, 20)], [21, 22])).toBe("No points in this range");
  expect(plotNote([line(Number.NaN, 20)], [8, 9])).toBe("No points in this range");
});

it("tells of what is in the range, not of the points beside it", () => {
  const part = rawSeries([100, 220, 240, 900], { total: 2, before: 1, after: 1 });
  const text = chartSummary({ tag: "t", x: "step", series: [part] }, String);
  expect(text).toBe("t, 1 run, 2 points, step 220–240; lowest 220 in run a.");
});
