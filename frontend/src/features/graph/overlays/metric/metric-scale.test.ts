import { describe, expect, it } from "vitest";
import { parseMetric, printMetric } from "./metric-choice";
import { ends, heatOf, type MetricScale, scaleOf } from "./metric-scale";

const scale = (...of: Parameters<typeof scaleOf>): MetricScale => {
  const found = scaleOf(...of);
  if (found === null) throw new Error("no scale");
  return found;
};

describe("the scale of a metric", () => {
  it("is logarithmic where values differ much, linear where they do not", () => {
    const log = scale("value", 0.001, 10);
    expect(log.kind).toBe("log");
    expect(heatOf(log, 0.1)).toBeCloseTo(0.5);
    const linear = scale("value", 1, 3);
    expect(heatOf(linear, 1.5)).toBeCloseTo(0.25);
  });

  it("goes by magnitude where there are signs, by distance from 1 for ratios to a run", () => {
    const change = scale("change", -4, 2);
    expect(heatOf(change, -4)).toBe(1);
    expect(heatOf(change, 2)).toBe(0.5);
    const ratio = scale("ratio", 0.5, 4);
    expect(heatOf(ratio, 1)).toBe(0);
    expect(heatOf(ratio, 0.5)).toBeCloseTo(heatOf(ratio, 2));
  });

  it("has the greatest ratio to another metric at its end", () => {
    const ratio = scale("over", 0.0001, 0.5);
    expect(ratio.kind).toBe("log");
    expect(heatOf(ratio, 0.5)).toBe(1);
    expect(heatOf(ratio, 0.0001)).toBe(0);
  });

  it("goes by distance from 1 beside a zero, which is the farthest", () => {
    const ratio = scale("ratio", 0, 2, [0, Number.NaN, 0.25, 1, 2]);
    expect(ratio).toMatchObject({ kind: "ratio", least: 0.25 });
    expect([0, 0.25, 1, 2].map((value) => heatOf(ratio, value))).toEqual([1, 1, 0, 0.5]);
    expect(ends(ratio)).toEqual([1, 4]);
    expect(heatOf(scale("ratio", 0, 0, [0, 0]), 0)).toBe(1);
  });

  it("has what is no number at its end, and one value in its middle", () => {
    expect(heatOf(scale("value", 0, 1), Number.POSITIVE_INFINITY)).toBe(1);
    expect(heatOf(scale("value", 2, 2), 2)).toBe(0.5);
  });

  it("is none where no value is finite", () => {
    expect(scaleOf("value", Number.NaN, Number.NaN)).toBeNull();
  });
});

describe("a metric in the address", () => {
  it("is read as it is written", () => {
    for (const text of ["scalars:grad_2.0_norm", "histograms/zeros:a:b", "histograms/norm:"]) {
      const parsed = parseMetric(text);
      expect(parsed && printMetric(parsed)).toBe(text);
    }
    expect(parseMetric("images:x")).toBeUndefined();
  });
});
