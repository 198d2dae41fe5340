import { describe, expect, it } from "vitest";
import type { MeasuredStep } from "../../../../api/types";
import { findChosen, hasRecords, stepTitle } from "./profiled-step";

function step(tag: string, number: number | string, error: string | null = null): MeasuredStep {
  return { tag, step: number, wall_time: 0, bytes: 0, devices: null, error };
}

describe("the step that is looked at", () => {
  const steps = [step("a", 1), step("a", 2), step("b", 2), step("c", 3, "damaged")];

  it("is the one that was chosen, even if it cannot be read", () => {
    expect(findChosen(steps, "a", "2")).toBe(steps[1]);
    expect(findChosen(steps, "c", "3")).toBe(steps[3]);
  });

  it("is else the last that can be read", () => {
    expect(findChosen(steps, "", "")).toBe(steps[2]);
    expect(findChosen(steps, "b", "7")).toBe(steps[2]);
    expect(findChosen([], "b", "2")).toBeUndefined();
  });
});

describe("a step without records", () => {
  it("is no step that was measured", () => {
    expect(hasRecords({ ...step("a", 1), devices: {} })).toBe(false);
    expect(hasRecords({ ...step("a", 1), devices: { "/device:CPU:0": 0 } })).toBe(false);
    expect(hasRecords({ ...step("a", 1), devices: { cpu: 0, gpu: 3 } })).toBe(true);
    expect(hasRecords(step("a", 1, "damaged"))).toBe(true);
  });
});

describe("a step's title", () => {
  it("has the number once", () => {
    expect(stepTitle(step("step099", 99))).toBe("step099");
    expect(stepTitle(step("step199", 99))).toBe("step199, step 99");
    expect(stepTitle(step("train", 7))).toBe("train, step 7");
    expect(stepTitle(step("x9007199254740993", "9007199254740993"))).toBe("x9007199254740993");
  });
});
