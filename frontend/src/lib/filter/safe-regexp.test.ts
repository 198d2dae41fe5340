import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePattern, refusalOf } from "./safe-regexp";

describe("refusalOf", () => {
  it.each([
    "(a+)+$",
    "(a|aa)*b",
    "((ab)*c)+",
    "(a{2,})*",
    "(?:x*)*",
    "(.*a){20}",
    "(a)\\1",
    "a*a*a*a*a*a*a*",
    "x".repeat(301),
  ])("refuses %s", (pattern) => {
    expect(refusalOf(pattern)).not.toBeNull();
  });

  it.each([
    "resnet.*lr",
    "^run_0{3}\\d+$",
    "(adam|sgd)_lr",
    "[(a+)+]x",
    "\\(a\\+\\)+",
    "(ab)+",
    "a\\\\1",
    "",
  ])("takes %s", (pattern) => {
    expect(refusalOf(pattern)).toBeNull();
  });

  it("answers for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parsePattern(text);
        expect(parsed instanceof RegExp || parsed.endsWith(".")).toBe(true);
      }),
    );
  });
});
