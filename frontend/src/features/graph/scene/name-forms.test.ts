import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText } from "../render/text-metrics";
import { nameForms } from "./name-forms";

const measure = (text: string) => text.length;

/** The first of some labels that stand beside one another, cut to so many characters. */
function cut(room: number, [label, ...others]: readonly string[]): string {
  return cutText(label, "", room, measure, nameForms([label, ...others])[0]);
}

describe("a name that is too wide", () => {
  it.each([
    ["its number stays", 14, ["conv2d_transpose_12", "conv2d_transpose_3"], "conv2d_tran…12"],
    [
      "its end stays, in which it differs",
      12,
      ["gradients_tower_a", "gradients_tower_b"],
      "grad…tower_a",
    ],
    [
      "its beginning stays, in which it differs",
      8,
      ["encoder_output", "decoder_output"],
      "encoder…",
    ],
    ["its value stays", 17, ["reduction_indices [1, 2]"], "reduction… [1, 2]"],
    ["the value stays of several, too", 14, ["dim and 2 more = 0"], "dim and 2… = 0"],
    ["how many there are stays", 12, ["bookkeeping ×26", "b"], "bookkee… ×26"],
  ])("is cut so that %s", (_, room, labels, text) => {
    expect(cut(room, labels)).toBe(text);
  });

  it("of a group is that of its first member, before that is cut", () => {
    const label = "(conv2d_transpose, batch_normalization + 9)";
    expect(cut(label.length, [label])).toBe(label);
    expect(cut(34, [label])).toBe("(conv2d_trans…, batch_normal… + 9)");
    expect(cut(25, [label])).toBe("(conv2d_transpose + 10)");
    expect(cut(20, [label, "(conv2d_other + 3)"])).toMatch(/^\(conv2d.*… \+ 10\)$/);
  });

  it("of scopes that are alike says like what", () => {
    expect(cut(19, ["(like alphaalpha) ×60", "x"])).toBe("(like alphaal…) ×60");
  });

  it("has never two ellipses side by side, and fits", () => {
    const word = fc.constantFrom("1,…,9", "conv", "2d", "_", "alpha", "12", "x", "norm");
    const name = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(""));
    const label = fc.oneof(
      name,
      fc.tuple(name, name, fc.nat(99)).map(([a, b, n]) => `(${a}, ${b} + ${n + 1})`),
      fc.tuple(name, fc.nat(99)).map(([a, n]) => `(like ${a}) ×${n}`),
    );
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 30 }),
        (labels, room) => {
          const text = cut(room, labels);
          expect(text.length).toBeLessThanOrEqual(room);
          expect(text).not.toContain("……");
        },
      ),
    );
  });
});
