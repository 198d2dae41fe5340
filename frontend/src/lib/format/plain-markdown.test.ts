import fc from "fast-check";
import { expect, test } from "vitest";
import { plainMarkdown } from "./plain-markdown";

test("signs of emphasis, code, links and headings go", () => {
  expect(plainMarkdown("# Loss\n\nThe **mean** of *all* `a_b*c` ([paper](https://x.y))")).toBe(
    "Loss\n\nThe mean of all a_b*c (paper)",
  );
  expect(plainMarkdown("__very__ ***loud***, **a *b* c**")).toBe("very loud, a b c");
});

test("names and formulas stay", () => {
  for (const text of ["a * b * c", "grad_norm_2 and x_1_y", "2*3*4", "snake_case_name"]) {
    expect(plainMarkdown(text)).toBe(text);
  }
});

test("any text has an end, and letters stay", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "*", "_", "`", " ", "[", "]") }), (text) => {
      const letters = (one: string) => one.replace(/[^a]/g, "").length;
      expect(letters(plainMarkdown(text))).toBe(letters(text));
    }),
  );
});
