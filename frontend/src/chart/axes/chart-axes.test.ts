import { expect, it } from "vitest";
import type { ReferenceLine } from "../model/chart-line";
import { plainLine } from "../model/plain-line";
import { axesFor, endsOf, scalesFor } from "./chart-axes";

const line = plainLine({
  key: "run",
  colour: "#000",
  x: Float64Array.of(0, 1, 2),
  y: Float64Array.of(0.2, 0.4, 0.6),
});
const lines = { lines: [line], under: [] };
const framing = { range: null, yRange: null, hidesOutliers: false };

function ends(
  reference: Partial<ReferenceLine>,
  logY = false,
  yRange: [number, number] | null = null,
) {
  const given: ReferenceLine = { axis: "y", at: 0.9, label: "", isReached: true, ...reference };
  const axes = axesFor(lines, scalesFor(lines, false, logY), {
    ...framing,
    yRange,
    references: [given],
  });
  return endsOf(axes.left);
}

it("reaches as far as a line across this chart", () => {
  const [low, high] = ends({});
  expect(low).toBeLessThan(0.2);
  expect(high).toBeGreaterThan(0.9);
});

it("does not reach for lines that are on every chart, or across the other axis", () => {
  for (const reference of [{ isReached: false }, { axis: "x" as const }]) {
    expect(ends(reference)[1]).toBeLessThan(0.7);
  }
});

it("stays where it was zoomed to, and on a logarithmic axis above zero", () => {
  expect(ends({}, false, [0, 0.5])).toEqual([0, 0.5]);
  expect(ends({ at: -1 }, true)[0]).toBeGreaterThan(0.1);
});
