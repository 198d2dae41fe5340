import { describe, expect, it } from "vitest";
import type { RawSeries, Scalars } from "../../../api/scalars";
import { overAxis, precomputeAxes } from "./convert-axis";

const HEAD = {
  ...{ run: "a", total: 3, nan: 0, inf: 0, hidden: 0, undated: 0, restarts: [] },
  ...{ whole: true, before: 0, after: 0, smoothed: null, smoothedLast: null },
};

function answer(step: number[], wallTime: number[], own: Partial<RawSeries> = {}): Scalars {
  const columns = {
    step: Float64Array.from(step),
    wall_time: Float64Array.from(wallTime),
    value: Float64Array.from(step, (_, at) => at),
  };
  return { tag: "x", x: "step", series: [{ ...HEAD, raw: true, x: null, ...columns, ...own }] };
}

describe("an answer over another axis", () => {
  const known = answer([0, 5, 5], [100, 101.5, 107]);

  it("has the places on it", () => {
    expect(overAxis(known, "relative")).toEqual({
      ...known,
      x: "relative",
      series: [{ ...known.series[0], x: Float64Array.of(0, 1.5, 7) }],
    });
    expect(overAxis(known, "wall_time")).toEqual({ ...known, x: "wall_time" });
  });

  it("is the same where it was worked out ahead", () => {
    const fresh = answer([0, 5, 5], [100, 101.5, 107]);
    precomputeAxes(fresh);
    expect(overAxis(fresh, "relative")).toEqual(overAxis(known, "relative"));
    const back = answer([0, 5, 4], [1, 2, 3]);
    precomputeAxes(back);
    expect(overAxis(back, "relative")).toBeNull();
  });

  it("leads back", () => {
    const there = overAxis(known, "relative");
    expect(there && overAxis(there, "step")).toEqual(known);
  });

  it.each([
    ["steps go back", answer([0, 5, 4], [1, 2, 3])],
    ["the clock was put back", answer([0, 1, 2], [1, 3, 2])],
    ["a time is no date", answer([0, 1, 2], [0, 1, 2])],
    ["a time is beyond all dates", answer([0, 1, 2], [1, 2, 1e12])],
    ["a time is no number", answer([0, 1, 2], [1, Number.NaN, 2])],
    ["a restart was reported", answer([0, 1, 2], [1, 2, 3], { restarts: [1] })],
    ["points were left out", answer([0, 1, 2], [1, 2, 3], { hidden: 1 })],
    ["points have no place in time", answer([0, 1, 2], [1, 2, 3], { undated: 1 })],
  ])("is the server's to give where %s", (_, query) => {
    expect(overAxis(query, "relative")).toBeNull();
  });

  it("is the server's to give where points came as buckets", () => {
    const x = Float64Array.of(1);
    const columns = { x, min: x, max: x, mean: x, first: x, last: x, count: x, odd: null };
    const series = [{ ...HEAD, raw: false as const, ...columns }];
    expect(overAxis({ tag: "x", x: "step", series }, "wall_time")).toBeNull();
  });
});
