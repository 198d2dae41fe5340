import { beforeEach, describe, expect, test } from "vitest";
import { urlText } from "../address/url-state";
import {
  chooseStep,
  chooseStepRange,
  step,
  stepBy,
  stepRange,
  stepsInView,
  stepToEnd,
} from "./selected-step";

beforeEach(() => {
  chooseStep(null);
  chooseStepRange(null);
  stepsInView.value = [];
});

describe("the step", () => {
  test("is none until it is chosen, and is written as a whole number", () => {
    expect(step.value).toBeNull();
    chooseStep(1e21);
    expect(urlText("step").value).toBe("1000000000000000000000");
    chooseStep(-3);
    expect(step.value).toBe(-3);
  });

  test("is none for what is no step", () => {
    for (const text of ["NaN", "1.5", "1e3", "", "0x10", "9".repeat(40)]) {
      urlText("step").value = text;
      expect(step.value).toBeNull();
    }
  });

  test("goes along the steps in view and stops at their ends", () => {
    stepsInView.value = [0, 10, 20, 30];
    const visited = [1, 1, 10, -2, -10].map((count) => {
      stepBy(count);
      return step.value;
    });
    expect(visited).toEqual([0, 10, 30, 10, 0]);
    stepToEnd("last");
    expect(step.value).toBe(30);
  });

  test("goes to the nearest step in view from one between two", () => {
    stepsInView.value = [0, 10, 20];
    chooseStep(12);
    stepBy(1);
    expect(step.value).toBe(20);
    chooseStep(12);
    stepBy(-1);
    expect(step.value).toBe(10);
  });

  test("stays where nothing is in view", () => {
    expect(stepBy(1)).toBe(false);
    expect(stepToEnd("first")).toBe(false);
    expect(step.value).toBeNull();
  });
});

describe("the range", () => {
  test("may be open at one end", () => {
    chooseStepRange({ from: 5, to: Number.POSITIVE_INFINITY });
    expect(urlText("to").value).toBe("");
    expect(stepRange.value).toEqual({ from: 5, to: Number.POSITIVE_INFINITY });
  });

  test("is all steps when it ends before it begins", () => {
    chooseStepRange({ from: 5, to: 1 });
    expect(stepRange.value).toBeNull();
  });
});
