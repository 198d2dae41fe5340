import { expect, it } from "vitest";
import { exactInteger, finiteOrNull } from "./json-number";

it("takes words and absence for no number", () => {
  expect([1.5, 0, "NaN", "-Infinity", null].map(finiteOrNull)).toEqual([1.5, 0, null, null, null]);
});

it("keeps every digit of a large step", () => {
  expect(exactInteger("9223372036854775807")).toBe(9223372036854775807n);
  expect(exactInteger(7)).toBe(7);
});
