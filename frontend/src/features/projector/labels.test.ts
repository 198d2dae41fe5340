import { expect, it } from "vitest";
import { besidePoint, uncovered } from "./labels";

it("leaves out a label that covers one before it, and only that", () => {
  const first = { x: 10, y: 50, width: 40 };
  const over = { x: 45, y: 58, width: 40 };
  const beside = { x: 50, y: 50, width: 40 };
  const below = { x: 10, y: 64, width: 40 };
  expect(uncovered([first, over, beside, below], 14)).toEqual([first, beside, below]);
  expect(uncovered([over, first], 14)).toEqual([over]);
});

it("draws what only a label left out would cover", () => {
  const row = [0, 30, 60].map((x) => ({ x, y: 0, width: 40 }));
  expect(uncovered(row, 14)).toEqual([row[0], row[2]]);
});

it("stands right of its point, or left of it where only that has room", () => {
  expect(besidePoint(50, 40, 101)).toBe(61);
  expect(besidePoint(51, 40, 101)).toBe(0);
  expect(besidePoint(50, 60, 101)).toBe(61);
});
