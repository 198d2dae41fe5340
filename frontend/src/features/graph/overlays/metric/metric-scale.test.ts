import { describe, expect, it } from "vitest";
import { parseMetric, printMetric } from "./metric-choice";
import { heatOf, scaleOf } from "./metric-scale";

describe("the scale of a metric", () => {
  it("is logarithmic where values differ much, linear where they do not", () => {
    const log = scaleOf("value", 0.001, 10);
    expect(log.kind).toBe("log");
    expect(heatOf(log, 0.1)).toBeCloseTo(0.5);
    const linear = scaleOf("value", 1, 3);
    expect(heatOf(linear, 1.5)).toBeCloseTo(0.25);
  });

  it("goes by magnitude where there are signs, by distance from 1 for ratios to a run", () => {
    const change = scaleOf("change", -4, 2);
    expect(heatOf(change, -4)).toBe(1);
    expect(heatOf(change, 2)).toBe(0.5);
    const ratio = scaleOf("ratio", 0.5, 4);
    expect(heatOf(ratio, 1)).toBe(0);
    expect(heatOf(ratio, 0.5)).toBeCloseTo(heatOf(ratio, 2));
  });

  it("has what is no number at its end, and one value in its middle", () => {
    expect(heatOf(scaleOf("value", 0, 1), Number.POSITIVE_INFINITY)).toBe(1);
    expect(heatOf(scaleOf("value", 2, 2), 2)).toBe(0.5);
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
