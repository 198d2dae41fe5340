import { describe, expect, it } from "vitest";
import { edgeWidth, metaedgeWidth } from "./edge-width";

describe("the width of an edge", () => {
  it("runs from 0.75 to 12 as in TensorBoard, and no further", () => {
    expect(edgeWidth(1)).toBe(0.75);
    expect(edgeWidth(5_000_000)).toBeCloseTo(12);
    expect(edgeWidth(1e12)).toBe(12);
  });

  it("grows with the power 0.3 of the size", () => {
    const middle = edgeWidth(784);
    expect(middle).toBeCloseTo(0.75 + (11.25 * (784 ** 0.3 - 1)) / (5e6 ** 0.3 - 1), 9);
    expect(edgeWidth(785)).toBeGreaterThan(middle);
  });

  it("is thinnest when the size is unknown or nothing flows", () => {
    expect(edgeWidth(null)).toBe(0.75);
    expect(metaedgeWidth({ kind: "control", elements: 1000 })).toBe(0.75);
  });
});
