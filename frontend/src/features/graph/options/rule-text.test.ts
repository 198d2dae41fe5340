import { describe, expect, it } from "vitest";
import { countText } from "./rule-text";

describe("what a rule comes to", () => {
  it.each([
    [{ fits: 1, decides: 1, error: null }, "1 node"],
    [{ fits: 12, decides: 3, error: null }, "3 of 12 nodes"],
    [{ fits: 0, decides: 0, error: null }, "no node"],
    [
      { fits: 0, decides: 0, error: "Invalid pattern /(/: unclosed group." },
      "Invalid pattern /(/: unclosed group.",
    ],
  ])("counts %o", (count, text) => {
    expect(countText(count)).toBe(text);
  });
});
