import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphMatch } from "../../../api/types";
import { searchHits } from "./search-hits";

function found(name: string, node = name): GraphMatch {
  const parts = node.split("/");
  const scopes = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
  return { name, node, scopes, kind: "op", op: "Add", depth: scopes.length };
}

describe("where matches are seen", () => {
  it("is the outermost closed scope around them", () => {
    const matches = [found("a/b/c"), found("a/b/d"), found("a/e"), found("f")];
    expect(searchHits(matches, new Set())).toEqual(
      new Map([
        ["a", { isMatch: false, inside: 3 }],
        ["f", { isMatch: true, inside: 0 }],
      ]),
    );
    expect(searchHits(matches, new Set(["a"]))).toEqual(
      new Map([
        ["a/b", { isMatch: false, inside: 2 }],
        ["a/e", { isMatch: true, inside: 0 }],
        ["f", { isMatch: true, inside: 0 }],
      ]),
    );
  });

  it("is the host of a constant, beside which it is drawn", () => {
    expect(searchHits([found("a/const", "a/add")], new Set(["a"]))).toEqual(
      new Map([["a/add", { isMatch: false, inside: 1 }]]),
    );
  });

  it("is both on a closed scope that is a match itself", () => {
    expect(searchHits([found("a"), found("a/b")], new Set())).toEqual(
      new Map([["a", { isMatch: true, inside: 1 }]]),
    );
  });

  it("loses no match, whatever is open, and takes names as data", () => {
    const part = fc.constantFrom("a", "b", "__proto__", "constructor");
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const names = fc.uniqueArray(name, { maxLength: 20 });
    fc.assert(
      fc.property(names, names, (matches, open) => {
        const marks = [
          ...searchHits(
            matches.map((each) => found(each)),
            new Set(open),
          ).values(),
        ];
        const seen = marks.reduce((sum, mark) => sum + mark.inside + Number(mark.isMatch), 0);
        expect(seen).toBe(matches.length);
      }),
    );
  });
});
