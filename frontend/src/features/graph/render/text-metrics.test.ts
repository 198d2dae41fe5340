import { describe, expect, it } from "vitest";
import { cutText } from "./text-metrics";

const measure = (text: string) => text.length;

describe("a text that is too wide", () => {
  it("keeps as much of its beginning and end as fits", () => {
    expect(cutText("zero_fraction_10", "", 9, measure)).toBe("zero…n_10");
    expect(cutText("gradients", "", 4, measure)).toBe("gr…s");
  });

  it("leaves emoji whole", () => {
    expect(cutText("😀😀😀😀", "", 7, measure)).not.toMatch(/\p{Surrogate}/u);
  });

  it("is left alone when it fits", () => {
    expect(cutText("layer1", "", 6, measure)).toBe("layer1");
  });

  it("is an ellipsis when nothing fits", () => {
    expect(cutText("layer1", "", 0, measure)).toBe("…");
  });
});
