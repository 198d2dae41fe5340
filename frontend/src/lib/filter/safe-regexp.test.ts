import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalPattern, parsePattern, refusalOf } from "./safe-regexp";

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

describe("literalPattern", () => {
  it("finds any text as it is", () => {
    const names = fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" });
    fc.assert(
      fc.property(names, (text) => {
        const expression = parsePattern(`^${literalPattern(text)}$`);
        expect(expression instanceof RegExp && expression.test(text)).toBe(true);
      }),
    );
  });

  it("escapes nothing that the page refuses to escape", () => {
    expect(literalPattern("val/loss-2 #1")).toBe("val/loss-2 #1");
    expect(literalPattern("a.b*")).toBe("a\\.b\\*");
  });
});
