import { expect, it } from "vitest";
import { nearestStep, stepBefore, unionOfSteps } from "./nearest-step";

it("has every step of all runs once, ascending", () => {
  expect(unionOfSteps([[0, 5, 5, 10], [], [-3, 5, 7]])).toEqual([-3, 0, 5, 7, 10]);
});

it("finds the nearest step, the earlier of two, the last where none was chosen", () => {
  const steps = [0, 10, 20];
  expect([null, -9, 4, 5, 6, 15, 99].map((step) => nearestStep(steps, step))).toEqual([
    20, 0, 0, 0, 10, 10, 20,
  ]);
  expect(nearestStep([], 3)).toBeNull();
});

it("finds the step before", () => {
  expect([stepBefore([0, 10, 20], 20), stepBefore([0, 10], 0), stepBefore([0, 10], 99)]).toEqual([
    10,
    null,
    10,
  ]);
});
