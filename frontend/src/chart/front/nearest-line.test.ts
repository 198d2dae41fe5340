import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChartAxes } from "../axes/projection";
import { LINEAR } from "../axes/scale";
import { plainLine } from "../model/plain-line";
import { distanceToPart, nearestLine, pointNextTo } from "./nearest-line";

const AXES: ChartAxes = {
  x: { scale: LINEAR, ends: [0, 10] },
  left: { scale: LINEAR, ends: [0, 10] },
  right: { scale: LINEAR, ends: [0, 100] },
};
/** Ten pixels a unit; y grows downwards. */
const AREA = { left: 0, top: 0, width: 100, height: 100, ratio: 1 };

function line(key: string, x: number[], y: number[], side: "left" | "right" = "left") {
  return plainLine({
    key,
    colour: "",
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    side,
  });
}

const LOW = line("low", [0, 10], [2, 2]);
const HIGH = line("high", [0, 10], [8, 8]);

function keyAt(lines: readonly ReturnType<typeof line>[], x: number, y: number): string | null {
  return nearestLine(lines, AXES, AREA, { x, y }, 12)?.key ?? null;
}

describe("nearestLine", () => {
  it("is the one within reach of the pointer", () => {
    expect(keyAt([LOW, HIGH], 50, 75)).toBe("low");
    expect(keyAt([LOW, HIGH], 50, 25)).toBe("high");
  });

  it("is none between lines that are far", () => {
    expect(keyAt([LOW, HIGH], 50, 50)).toBeNull();
  });

  it("is the upper one of two at the same place", () => {
    expect(keyAt([line("above", [0, 10], [2, 2]), LOW], 50, 80)).toBe("above");
  });

  it("is found by its slope, not by its points", () => {
    expect(keyAt([line("steep", [4.9, 5.1], [0, 10])], 50, 50)).toBe("steep");
  });

  it("is measured by its own axis", () => {
    expect(keyAt([LOW, line("right", [0, 10], [80, 80], "right")], 50, 20)).toBe("right");
  });

  it("passes over what is not finite, and finds a point alone", () => {
    const broken = line("broken", [2, 5, 8], [Number.NaN, 5, Number.NaN]);
    expect(keyAt([broken], 50, 55)).toBe("broken");
    expect(keyAt([broken], 20, 50)).toBeNull();
    expect(keyAt([line("empty", [], [])], 20, 50)).toBeNull();
  });
});

describe("distanceToPart", () => {
  const place = fc.record({
    x: fc.integer({ min: -100, max: 100 }),
    y: fc.integer({ min: -100, max: 100 }),
  });

  it("is at most that to either end, and the same from either", () => {
    fc.assert(
      fc.property(place, place, place, (at, from, to) => {
        const far = distanceToPart(at, from, to);
        expect(far).toBeLessThanOrEqual(Math.hypot(at.x - from.x, at.y - from.y) + 1e-9);
        expect(far).toBeLessThanOrEqual(Math.hypot(at.x - to.x, at.y - to.y) + 1e-9);
        expect(far).toBeCloseTo(distanceToPart(at, to, from), 6);
      }),
    );
  });
});

describe("pointNextTo", () => {
  it("is the point beside the cursor", () => {
    expect(pointNextTo(line("a", [0, 4, 10], [1, 5, 9]), 5, AXES, AREA)).toEqual({ x: 40, y: 50 });
  });

  it("is none where the line has no point in view, or none with a place", () => {
    expect(pointNextTo(line("a", [-1, 11], [1, 1]), 5, AXES, AREA)).toBeNull();
    expect(pointNextTo(line("a", [5], [Number.NaN]), 5, AXES, AREA)).toBeNull();
  });
});
