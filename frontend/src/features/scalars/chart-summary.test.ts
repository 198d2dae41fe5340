import { expect, it } from "vitest";
import type { RawSeries } from "../../api/scalars";
import { chartSummary, nonFiniteText, totalsOf } from "./chart-summary";

const series = (run: string, values: number[], nan = 0, inf = 0): RawSeries => {
  const value = Float64Array.from(values);
  return {
    run,
    total: values.length,
    nan,
    inf,
    raw: true,
    x: null,
    step: value,
    wall_time: value,
    value,
  };
};

it("says in a sentence what the chart shows", () => {
  const scalars = {
    tag: "loss",
    x: "step",
    series: [series("a", [3, 0.5]), series("b", [0.12, Number.NaN], 1)],
  } as const;
  expect(chartSummary(scalars, (run) => `run-${run}`)).toBe(
    "loss, 2 runs, 4 points; lowest 0.12 in run run-b; 1 NaN.",
  );
  expect(totalsOf(scalars)).toEqual({ points: 4, nan: 1, inf: 0 });
});

it("has no lowest value where there is none", () => {
  const scalars = { tag: "t", x: "step", series: [series("a", [Number.NaN], 1)] } as const;
  expect(chartSummary(scalars, String)).toBe("t, 1 run, 1 point; 1 NaN.");
});

it("counts what is not finite", () => {
  expect(nonFiniteText({ points: 9, nan: 1200, inf: 3 })).toBe("1,200 NaN, 3 Inf");
  expect(nonFiniteText({ points: 9, nan: 0, inf: 0 })).toBe("");
});
