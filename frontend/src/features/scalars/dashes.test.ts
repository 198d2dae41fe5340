import { expect, it } from "vitest";
import { countDashes } from "./dashes";

it("dashes lines that share a colour", () => {
  expect(countDashes([3, 5, 3, 3, 5])).toEqual([0, 0, 1, 2, 1]);
});
