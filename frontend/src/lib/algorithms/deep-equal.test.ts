import fc from "fast-check";
import { expect, it } from "vitest";
import { isSameValue } from "./deep-equal";

it("finds the same what JSON writes alike", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSameValue(value, JSON.parse(JSON.stringify(value)))).toBe(true);
    }),
  );
});

it.each([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  [null, {}, false],
  ["1", 1, false],
])("compares %j with %j", (one, other, same) => {
  expect(isSameValue(one, other)).toBe(same);
});
