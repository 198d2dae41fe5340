import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Histograms, RunHistograms } from "../../../api/histograms";
import { rectsOverlap } from "../../../lib/geometry/geometry";
import { bucketText, readingAt } from "../card/tooltip-text";
import type { Mode } from "../options/tab-options";
import { composeFacets, type Look, withPicked } from "./facet";
import { facetRects } from "./facet-layout";
import { baselineOf } from "./ridge-layout";

const SIZE = { width: 480, height: 300 };

function run(name: string, steps: readonly number[]): RunHistograms {
  return {
    run: name,
    total: steps.length,
    hidden: 0,
    unread: [],
    warnings: [],
    steps: steps.map((step) => ({
      step,
      wallTime: 1000 + step,
      left: Float64Array.of(-1, 0),
      right: Float64Array.of(0, 1),
      count: Float64Array.of(1, 3),
      total: 4,
      percentiles: Float64Array.of(-1, -0.7, -0.4, 0, 0.33, 0.5, 0.8, 0.9, 1),
    })),
  };
}

function facetsOf(mode: Mode, series: readonly RunHistograms[], options: Partial<Look> = {}) {
  const histograms: Histograms = { tag: "h", series };
  const look = { mode, axis: "step", isLog: false, tails: "whole", isStacked: false } as const;
  const lookOf = (name: string) => ({
    colour: "#336699",
    name,
    pieces: [name, ""] as const,
    dash: [],
  });
  const facets = composeFacets(histograms, { ...look, ...options }, lookOf, SIZE);
  return withPicked(facets, null, { step: 10, held: null });
}

describe("facets", () => {
  it("share the room without overlapping, whatever it is", () => {
    const side = fc.integer({ min: 60, max: 2000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), side, side, (count, width, height) => {
        const rects = facetRects(count, width, height);
        expect(rects).toHaveLength(count);
        rects.forEach((rect, at) => {
          expect(rect.x + rect.width).toBeLessThanOrEqual(width + 1e-6);
          for (const other of rects.slice(at + 1)) expect(rectsOverlap(rect, other)).toBe(false);
        });
      }),
    );
  });

  it("are one per run, or one for all runs over each other but for heat maps", () => {
    const two = [run("a", [0, 10]), run("b", [0])];
    expect(facetsOf("ridges", two)).toHaveLength(2);
    expect(facetsOf("ridges", two, { isStacked: true })).toHaveLength(1);
    expect(facetsOf("heatmap", two, { isStacked: true })).toHaveLength(2);
    expect(facetsOf("bands", [run("a", [])])).toEqual([]);
  });

  it("show the chosen step, or the nearest that there is", () => {
    const [facet] = facetsOf("ridges", [run("a", [0, 9, 30])]);
    expect(facet?.runs[0]?.chosen?.step).toBe(9);
  });

  it("have axes of their own where one run's values are far wider", () => {
    const narrow = run("a", [0]);
    const wide = run("b", [0]);
    const percentiles = Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8], (at) => 100 * (at - 4));
    const steps = wide.steps.map((step) => ({ ...step, percentiles }));
    const [first, second] = facetsOf("ridges", [narrow, { ...wide, steps }]);
    expect(first?.values.high).toBeCloseTo(1.04);
    expect(second?.values.high).toBeCloseTo(416);
    expect([
      first?.hasOwnValues,
      facetsOf("ridges", [narrow, run("b", [0])])[0]?.hasOwnValues,
    ]).toEqual([true, false]);
  });

  it("leave room beside ridges for the steps as they are written", () => {
    const right = (steps: readonly number[], axis: Look["axis"] = "step") => {
      const [facet] = facetsOf("ridges", [run("a", steps)], { axis });
      const plot = facet?.plot ?? SIZE;
      return SIZE.width - ("x" in plot ? plot.x : 0) - plot.width;
    };
    expect(right([0, 400])).toBeLessThan(30);
    expect(right([0, 123_456_789])).toBeGreaterThan(30);
    expect(right([0, 100], "relative")).toBeGreaterThan(60);
  });

  it("have the first step behind and the last in front", () => {
    const [facet] = facetsOf("ridges", [run("a", [0, 50, 100])]);
    if (facet === undefined) throw new Error("no facet");
    const lines = [0, 50, 100].map((place) => baselineOf(facet, place));
    expect(lines[0]).toBeLessThan(lines[1] as number);
    expect(lines[2]).toBe(facet.plot.y + facet.plot.height);
  });
});

describe("what is under the pointer", () => {
  it.each(["heatmap", "bands"] as const)("is a step across and a value up on %s", (mode) => {
    const facets = facetsOf(mode, [run("a", [0, 50, 100])]);
    const { x, y, width, height } = facets[0]?.plot ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(readingAt(facets, x + width / 2, y + 1)?.step.step).toBe(50);
    expect(readingAt(facets, x + width, y + 1)?.step.step).toBe(100);
    expect(readingAt(facets, x + width / 2, y)?.value).toBeCloseTo(1.04);
    expect(readingAt(facets, x + width / 2, y + height)?.value).toBeCloseTo(-1.04);
  });

  it("is the curve whose foot is below it on ridges", () => {
    const facets = facetsOf("ridges", [run("a", [0, 50, 100])]);
    const [facet] = facets;
    if (facet === undefined) throw new Error("no facet");
    const y = baselineOf(facet, 50) - 4;
    const reading = readingAt(facets, facet.plot.x + facet.plot.width * 0.75, y);
    expect(reading?.text).toBe("step 50: 3 of 4 values (75 %) from 0 to 1");
  });

  it("is nothing outside", () => {
    expect(readingAt(facetsOf("overlay", [run("a", [0])]), -5, 4)).toBeNull();
  });

  it("says where no values are", () => {
    const step = run("a", [0]).steps[0];
    if (step === undefined) throw new Error("no step");
    expect(bucketText(step, 7)).toBe("no values at 7");
  });

  it("names a band by its share", () => {
    const facets = facetsOf("bands", [run("a", [0, 100])]);
    const { x, y, height } = facets[0]?.plot ?? { x: 0, y: 0, height: 0 };
    const text = readingAt(facets, x, y + height / 2)?.text;
    expect(text).toBe("step 0: 38 % from 0 to 0.5, median 0.33");
  });
});
