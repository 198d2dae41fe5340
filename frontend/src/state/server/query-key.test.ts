import fc from "fast-check";
import { expect, it } from "vitest";
import { isSameValue } from "../../lib/algorithms/deep-equal";
import { queryKey } from "./query-key";

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversed(each)]),
  );
};

it("is the same for the same query, in whatever order its members stand", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (query) => {
      expect(queryKey(reversed(query))).toBe(queryKey(query));
    }),
  );
});

it("tells queries apart", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(queryKey(one) === queryKey(other)).toBe(isSameValue(one, other));
    }),
  );
});

it("knows infinities, and no member that is undefined", () => {
  const { POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least } = Number;
  expect(queryKey({ from: least })).not.toBe(queryKey({ from: most }));
  expect(queryKey({ from: least })).not.toBe(queryKey({ from: null }));
  expect(queryKey({ tag: "loss", range: undefined })).toBe(queryKey({ tag: "loss" }));
});
