import { describe, expect, it } from "vitest";
import { OTHER } from "../scene/node-fill";
import { filledLook, heatColour } from "./fill-style";
import type { Palette } from "./theme";

const palette = {
  categories: [
    { fill: "#111111", line: "#aaaaaa" },
    { fill: "#222222", line: "#bbbbbb" },
  ],
  other: { fill: "#999999", line: "#cccccc" },
  metanode: "#fff",
  heat: ["#000000", "#808080", "#ff8000"],
  heatLine: "#010203",
} as unknown as Palette;

describe("a coloured node", () => {
  it("of one category has its ground and its border", () => {
    const fill = { kind: "bands", bands: [{ category: 1, share: 1 }] } as const;
    expect(filledLook(fill, palette)).toEqual({ fill: "#222222", line: "#bbbbbb" });
  });

  it("is pale where the colour is not looked for", () => {
    const bands = [{ category: OTHER, share: 1 }];
    expect(filledLook({ kind: "bands", bands, isPale: true }, palette)).toEqual({
      fill: "#cccccc",
      line: "#cccccc",
    });
  });

  it("of several has a band of each, those without a colour grey", () => {
    const bands = [
      { category: 0, share: 0.7 },
      { category: OTHER, share: 0.3 },
    ];
    expect(filledLook({ kind: "bands", bands }, palette)).toEqual({
      bands: [
        { colour: "#111111", share: 0.7 },
        { colour: "#999999", share: 0.3 },
      ],
    });
  });

  it("by an amount has a colour of the scale", () => {
    expect(filledLook({ kind: "heat", heat: 0.5 }, palette)).toEqual({
      fill: "#808080",
      line: "#010203",
    });
  });

  it("stays within the scale", () => {
    const at = (heat: number) => heatColour(palette.heat, heat);
    expect([-1, 0, 0.25, 0.75, 1, 2].map(at)).toEqual([
      "#000000",
      "#000000",
      "#404040",
      "#c08040",
      "#ff8000",
      "#ff8000",
    ]);
  });
});
