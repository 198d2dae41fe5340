import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundaryAfter, boundaryBefore, firstCharacters, wellFormed } from "./characters";

const LONE_SURROGATE = /\p{Surrogate}/u;
const FAMILY = "👨‍👩‍👧";

describe("the first characters of a text", () => {
  it("are whole", () => {
    expect(firstCharacters("abc", 3)).toBe("abc");
    expect(firstCharacters("abcd", 3)).toBe("abc");
    expect(firstCharacters(`${"x".repeat(59)}😀`, 60)).toBe("x".repeat(59));
    expect(firstCharacters(`ab${FAMILY}`, 9)).toBe("ab");
    expect(firstCharacters("cafe\u0301", 4)).toBe("caf");
  });

  it("are a part of one that is longer than the limit", () => {
    expect(firstCharacters(FAMILY, 4)).toBe("👨‍");
    expect(firstCharacters(`a${"\u0301".repeat(100)}`, 10)).toHaveLength(10);
  });

  it("hold no half of a pair, are no longer than the limit, and stay as they are", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(50), (whole, most) => {
        const cut = firstCharacters(whole, most);
        expect(cut).not.toMatch(LONE_SURROGATE);
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(whole.startsWith(cut)).toBe(true);
        expect(firstCharacters(cut, most)).toBe(cut);
      }),
    );
  });
});

describe("places in a text", () => {
  it("are moved out of a pair only", () => {
    expect([0, 1, 2, 3, 4].map((at) => boundaryBefore("a😀b", at))).toEqual([0, 1, 1, 3, 4]);
    expect([0, 1, 2, 3, 4].map((at) => boundaryAfter("a😀b", at))).toEqual([0, 1, 3, 3, 4]);
  });
});

describe("a well-formed text", () => {
  it("has a replacement character where half a pair was", () => {
    expect(wellFormed("😀 \ud83d x \ude00")).toBe("😀 \ufffd x \ufffd");
  });
});
