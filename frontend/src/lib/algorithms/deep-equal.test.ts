import fc from "fast-check";
import { expect, it } from "vitest";
import { isSameValue, shareUnchanged } from "./deep-equal";

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

it("compares columns by their numbers, and instances of classes by themselves", () => {
  const column = (...values: number[]) => Float64Array.from(values);
  expect(isSameValue({ y: column(1, Number.NaN) }, { y: column(1, Number.NaN) })).toBe(true);
  expect(isSameValue(column(1, 2), column(1, 3))).toBe(false);
  expect(isSameValue(column(1), column(1, 2))).toBe(false);
  expect(isSameValue(column(1), Float32Array.of(1))).toBe(false);
  expect(isSameValue(new Map([[1, 2]]), new Map([[1, 2]]))).toBe(false);
});

it("shares what has not changed", () => {
  const before = { runs: [{ id: "a", tags: { scalars: 1 } }, { id: "b" }], more: 0 };
  const next = { runs: [{ id: "a", tags: { scalars: 1 } }, { id: "c" }, { id: "d" }], more: 1 };
  const shared = shareUnchanged<unknown>(before, next) as typeof before;
  expect(shared).toEqual(next);
  expect(shared.runs[0]).toBe(before.runs[0]);
  expect(shareUnchanged(before, structuredClone(before))).toBe(before);
});

it("shares nothing that differs", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, next) => {
      expect(shareUnchanged(before, next)).toEqual(next);
    }),
  );
});
