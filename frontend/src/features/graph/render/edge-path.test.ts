import { describe, expect, it } from "vitest";
import { SvgContext } from "../../../lib/canvas/svg-context";
import { measureLetters } from "../testing/build-scene";
import { endDirection, traceRoute } from "./edge-path";

function pathOf(
  points: readonly number[],
  shortenBy: number,
  isHorizontal = false,
  slight = 0,
): string {
  const context = new SvgContext(measureLetters);
  traceRoute(context, Float64Array.from(points), shortenBy, isHorizontal, slight);
  context.stroke();
  return /d="([^"]*)"/.exec(context.markup)?.[1] ?? "";
}

const turned = (points: readonly number[]): number[] => points.map((_, i) => points[i ^ 1]);

describe("the line of a route", () => {
  it("leaves room for an arrowhead, also where its last piece has no length", () => {
    expect(pathOf([5, 90, 5, 90, 5, 20, 5, 20], 8)).toBe("M5 90L5 90L5 28");
    expect(pathOf(turned([5, 90, 5, 20, 5, 20]), 8, true)).toBe("M90 5L28 5");
  });

  it("keeps its bends", () => {
    expect(pathOf([5, 90, 5, 60, 25, 20, 25, 20], 8)).toBe("M5 90L5 60C5 40 25 40 25 28");
  });
});

it("leaves out bends too near to be seen, and never the end of a route", () => {
  const points = [0, 90, 0, 89.5, 0.4, 89.2, 40, 60, 40, 59.8, 40, 20];
  expect(pathOf(points, 0, false, 1)).toBe("M0 90C0 75 40 75 40 60L40 20");
  expect(pathOf([0, 90, 0.2, 89.9], 0, false, 1)).toBe("M0 90C0 89.95 0.2 89.95 0.2 89.9");
});

describe("the direction of an arrow", () => {
  it("is that of the last piece with a length, rounding aside", () => {
    const up = [5, 90, 5, 90, 5, 20, 5, 20 + 4e-15];
    expect(endDirection(Float64Array.from(up), false)).toBe(-1);
    expect(endDirection(Float64Array.from(turned(up)), true)).toBe(-1);
    expect(endDirection(Float64Array.of(5, 20, 9, 90), false)).toBe(1);
  });
});
