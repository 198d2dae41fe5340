import { expect, it } from "vitest";
import { nextItem } from "./menu-button";

it("leads round a menu, and to its ends", () => {
  expect(nextItem("ArrowDown", 0, 3)).toBe(1);
  expect(nextItem("ArrowDown", 2, 3)).toBe(0);
  expect(nextItem("ArrowUp", 0, 3)).toBe(2);
  expect(nextItem("Home", 2, 3)).toBe(0);
  expect(nextItem("End", 0, 3)).toBe(2);
});

it("leads to the first item from none, and nowhere in an empty menu or with other keys", () => {
  expect(nextItem("ArrowDown", -1, 3)).toBe(0);
  expect(nextItem("ArrowDown", -1, 0)).toBeUndefined();
  expect(nextItem("Enter", 1, 3)).toBeUndefined();
});
