import { describe, expect, it } from "vitest";
import { distinctParts, inNaturalOrder, seriesOf } from "./name-series";

describe("names that differ in their numbers", () => {
  it("stand in natural order on the places that they share", () => {
    const labels = ["stage10", "input", "stage2", "Mul_2", "stage1", "mul_1"];
    const sorted = ["stage1", "input", "stage2", "mul_1", "stage10", "Mul_2"];
    expect(inNaturalOrder(labels, (label) => label)).toEqual(sorted);
  });

  it("have parts that tell them apart", () => {
    const labels = ["conv3_block1_2_conv", "conv3_block2_1_conv", "input", "Mul_7", "Mul_12"];
    expect(distinctParts(labels)).toEqual([
      ["conv3_block", "1", "_", "2", "_conv"],
      ["conv3_block", "2", "_", "1", "_conv"],
      undefined,
      ["Mul_", "7", ""],
      ["Mul_", "12", ""],
    ]);
  });

  it("are a series of two at least", () => {
    expect([...seriesOf(["a1", "b", "A2", "c3"])]).toEqual([0, -1, 0, -1]);
  });

  it("are no series where some are the very same", () => {
    expect([...seriesOf(["size", "size", "conv1", "conv1", "conv2", "a1", "a2"])]).toEqual([
      -1, -1, -1, -1, -1, 0, 0,
    ]);
  });
});
