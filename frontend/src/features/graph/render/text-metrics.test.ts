import { describe, expect, it } from "vitest";
import { cutText } from "./text-metrics";

const measure = (text: string) => text.length;

describe("a text that is too wide", () => {
  it("keeps as much of its beginning and end as fits", () => {
    expect(cutText("zero_fraction_10", "", 9, measure)).toBe("zero…n_10");
    expect(cutText("gradients", "", 4, measure)).toBe("gr…s");
  });

  it("keeps what tells it apart, and as much of the rest as fits", () => {
    const block = ["conv3_block", "1", "_", "2", "_conv"];
    expect(cutText(block.join(""), "", 12, measure, [block])).toBe("con…1_2_co…");
    expect(cutText("Mul_105", "", 4, measure, [["Mul_", "105", ""]])).toBe("…105");
    expect(cutText("Mul_105", "", 3, measure, [["Mul_", "105", ""]])).toBe("M…5");
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
