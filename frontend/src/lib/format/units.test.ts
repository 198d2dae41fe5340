import { describe, expect, it } from "vitest";
import { flopsText, nanosecondsText } from "./units";

describe("a time", () => {
  it.each([
    [0, "0 ns"],
    [850, "850 ns"],
    [999.9, "1 µs"],
    [12_345, "12.3 µs"],
    [1_240_000, "1.24 ms"],
    [59e9, "59 s"],
    [2310e9, "2,310 s"],
  ])("of %d ns reads %s", (time, text) => {
    expect(nanosecondsText(time)).toBe(text);
  });
});

describe("operations", () => {
  it.each([
    [0, "0 FLOP"],
    [12, "12 FLOP"],
    [3_921_002, "3.92 MFLOP"],
    [999_999, "1 MFLOP"],
    [7.8e9, "7.8 GFLOP"],
    [1e24, "1,000,000 EFLOP"],
  ])("%d read %s", (flops, text) => {
    expect(flopsText(flops)).toBe(text);
  });
});
