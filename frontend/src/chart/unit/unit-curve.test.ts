import { expect, it } from "vitest";
import { curvePath, nearestPoint, type UnitCurve } from "./unit-curve";

function curve(key: string, x: number[], y: number[]): UnitCurve {
  return { key, colour: "", dash: 0, x, y, marked: null };
}

it("draws from gap to gap", () => {
  const path = curvePath(
    curve("a", [0, 0.5, Number.NaN, 1, 1], [0, 1, 1, 0.25, 0]),
    (x) => x * 100,
    (y) => 100 - y * 100,
  );
  expect(path).toBe("M0 100L50 0M100 75L100 100");
});

it("finds the nearest point within reach, of all curves", () => {
  const curves = [curve("a", [0, 1], [0, 1]), curve("b", [0.9], [0.95])];
  expect(nearestPoint(curves, 0.91, 0.95, 0.1)).toEqual({ key: "b", index: 0 });
  expect(nearestPoint(curves, 1, 1, 0.1)).toEqual({ key: "a", index: 1 });
  expect(nearestPoint(curves, 0.5, 0.5, 0.1)).toBeNull();
  expect(nearestPoint([curve("c", [Number.NaN], [0])], 0, 0, 9)).toBeNull();
});
