import { expect, it } from "vitest";
import { nextNavigable } from "./list-navigation";

it("begins at the first stop forwards and at the last backwards", () => {
  expect([nextNavigable(3, -1, null, 1), nextNavigable(3, -1, null, -1)]).toEqual([0, 2]);
});

it("goes on from the focus, and stays at the ends", () => {
  expect([
    nextNavigable(3, 1, null, 1),
    nextNavigable(3, 2, null, 1),
    nextNavigable(3, 0, null, -1),
  ]).toEqual([2, 2, 0]);
});

it("goes on from where it was when the focus has gone elsewhere, within what is left", () => {
  expect([
    nextNavigable(9, -1, 4, 1),
    nextNavigable(3, -1, 8, 1),
    nextNavigable(9, 1, 4, 1),
  ]).toEqual([5, 2, 2]);
});
