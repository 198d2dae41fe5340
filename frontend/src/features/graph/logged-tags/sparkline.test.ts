import { describe, expect, it } from "vitest";
import type { Scalars } from "../../../api/scalars";
import { lastValue, sparkline } from "./sparkline";

const head = {
  ...{ run: "r", total: 3, nan: 0, inf: 0, hidden: 0, undated: 0, restarts: [] },
  ...{ whole: true, before: 0, after: 0, smoothed: null, smoothedLast: null },
};
const step = Float64Array.of(1, 2, 3);
const raw: Scalars = {
  tag: "loss",
  x: "step",
  series: [
    {
      ...head,
      raw: true,
      x: null,
      step,
      wall_time: step,
      value: Float64Array.of(5, 4, Number.NaN),
    },
  ],
};

describe("the line of a tag", () => {
  it("has the points as they were logged", () => {
    const line = sparkline(raw, "red");
    expect(line).toMatchObject({ colour: "red", x: step, band: null });
    expect(line && lastValue(line)).toBe(4);
  });

  it("has means and extremes of buckets", () => {
    const mean = Float64Array.of(1, 2, 3);
    const columns = { x: step, min: step, max: mean, mean, first: mean, last: mean, count: mean };
    const bucketed: Scalars = {
      ...raw,
      series: [{ ...head, raw: false, ...columns, odd: null }],
    };
    expect(sparkline(bucketed, "red")).toMatchObject({ y: mean, band: { min: step, max: mean } });
  });

  it("is none without points", () => {
    expect(sparkline({ ...raw, series: [] }, "red")).toBeUndefined();
    const none = { ...raw.series[0], total: 0 } as Scalars["series"][number];
    expect(sparkline({ ...raw, series: [none] }, "red")).toBeUndefined();
  });
});
