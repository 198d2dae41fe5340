import { expect, it } from "vitest";
import { heightOf } from "./draw-values";

it("draws the least value at the foot of its room and the greatest at the top", () => {
  const room = { x: 0, y: 10, width: 40, height: 8 };
  const line = [Number.NaN, 2, 6, Number.POSITIVE_INFINITY];
  const yOf = heightOf(room, line);
  expect([yOf(2), yOf(4), yOf(6)]).toEqual([18, 14, 10]);
  expect(yOf(Number.POSITIVE_INFINITY)).toBeNaN();
  expect(heightOf(room, [3, 3])(3)).toBe(14);
});
