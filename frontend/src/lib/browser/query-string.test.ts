import fc from "fast-check";
import { expect, it } from "vitest";
import { parseQuery, printQuery, shortened, valuesOf, withValues } from "./query-string";

const text = fc.string({ unit: "grapheme" });
const query = fc.array(fc.tuple(text, text));

it("reads back what it printed", () => {
  fc.assert(
    fc.property(query, (pairs) => {
      expect(parseQuery(printQuery(pairs))).toEqual(pairs);
    }),
  );
});

it("sets one key and leaves all others as they were, in their order", () => {
  fc.assert(
    fc.property(query, text, fc.array(text), (pairs, key, values) => {
      const changed = withValues(pairs, key, values);
      expect(valuesOf(changed, key)).toEqual(values);
      expect(changed.filter(([name]) => name !== key)).toEqual(
        pairs.filter(([name]) => name !== key),
      );
    }),
  );
});

it("keeps a key in its place", () => {
  const changed = withValues(parseQuery("?a=1&smooth=0.6&from=proxy"), "smooth", ["0.9"]);
  expect(printQuery(changed)).toBe("?a=1&smooth=0.9&from=proxy");
});

it("leaves names readable", () => {
  expect(printQuery([["runs", "sweep/lr:0.1"]])).toBe("?runs=sweep/lr:0.1");
});

it("says nothing when there is nothing to say", () => {
  expect(printQuery([])).toBe("");
});

it("gives up the largest key first where there is no room for all", () => {
  const pairs = [
    ["x", "relative"],
    ...Array.from({ length: 99 }, (_, at) => ["runs", `run${at}`]),
  ] as [string, string][];
  expect(shortened(pairs, 10_000)).toEqual(pairs);
  expect(shortened(pairs, 200)).toEqual([["x", "relative"]]);
  expect(shortened(pairs, 3)).toEqual([]);
});

it("always fits", () => {
  fc.assert(
    fc.property(query, fc.nat(60), (pairs, longest) => {
      expect(printQuery(shortened(pairs, longest)).length).toBeLessThanOrEqual(longest);
    }),
  );
});
