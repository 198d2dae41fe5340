import { expect, it } from "vitest";
import type { RawSeries } from "../../api/scalars";
import type { ChartLine } from "../../chart/chart-line";
import { chartSummary, nonFiniteText, plotNote, totalsOf } from "./chart-summary";
import { rawSeries } from "./testdata/series";

const series = (run: string, values: number[], nan = 0, inf = 0): RawSeries =>
  rawSeries(values, { run, nan, inf });

it("says in a sentence what the chart shows", () => {
  const scalars = {
    tag: "loss",
    x: "step",
    series: [series("a", [3, 0.5]), series("b", [0.12, Number.NaN], 1)],
  } as const;
  expect(chartSummary(scalars, (run) => `run-${run}`)).toBe(
    "loss, 2 runs, 4 points; lowest 0.12 in run run-b; 1 NaN.",
  );
  expect(totalsOf(scalars)).toEqual({ points: 4, nan: 1, inf: 0, undated: 0 });
});

it("has no lowest value where there is none", () => {
  const scalars = { tag: "t", x: "step", series: [series("a", [Number.NaN], 1)] } as const;
  expect(chartSummary(scalars, String)).toBe("t, 1 run, 1 point; 1 NaN.");
});

it("counts what is not finite", () => {
  expect(nonFiniteText({ nan: 1200, inf: 3 })).toBe("1,200 NaN, 3 Inf");
  expect(nonFiniteText({ nan: 0, inf: 0 })).toBe("");
});

it("says which values have no place on a logarithmic axis", () => {
  const line = (values: number[]): ChartLine => {
    const column = Float64Array.from(values);
    const drawn = { key: "a", colour: "#000", dash: 0, faint: null, band: null, nonFinite: null };
    return { ...drawn, x: column, y: column };
  };
  expect(plotNote([line([])], false)?.text).toBe("No points in this range");
  expect(plotNote([line([-1, 0, 2])], false)).toBeNull();
  expect(plotNote([line([1, Number.NaN])], true)).toBeNull();
  expect(plotNote([line([-1, 0, Number.NaN])], true)).toEqual({
    text: "2 values ≤ 0 have no place on a logarithmic axis",
    empty: true,
  });
  expect(plotNote([line([0, 2])], true)).toEqual({
    text: "1 value ≤ 0 has no place on a logarithmic axis",
    empty: false,
  });
});
