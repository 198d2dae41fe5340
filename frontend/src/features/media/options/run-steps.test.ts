import { expect, test } from "vitest";
import { stepsUpTo } from "./run-steps";

test("the last steps when none is chosen", () => {
  expect(stepsUpTo([0, 10, 20, 30], null, 2)).toEqual([20, 30]);
});

test("those that end with the nearest one", () => {
  expect(stepsUpTo([0, 10, 20, 30], 14, 2)).toEqual([0, 10]);
  expect(stepsUpTo([0, 10, 20, 30], -5, 3)).toEqual([0]);
});

test("none of no steps", () => {
  expect(stepsUpTo([], 5, 3)).toEqual([]);
});
