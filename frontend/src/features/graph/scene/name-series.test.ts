import { describe, expect, it } from "vitest";
import { inNaturalOrder, seriesOf } from "./name-series";

describe("names that differ in their numbers", () => {
  it("stand in natural order on the places that they share", () => {
    const labels = ["stage10", "input", "stage2", "Mul_2", "stage1", "mul_1"];
    const sorted = ["stage1", "input", "stage2", "mul_1", "stage10", "Mul_2"];
    expect(inNaturalOrder(labels, (label) => label)).toEqual(sorted);
  });

  it("are a series of two at least", () => {
    expect([...seriesOf(["a1", "b", "A2", "c3"])]).toEqual([0, -1, 0, -1]);
  });
});
