import { expect, it } from "vitest";
import { explainColours } from "./colour-legend";

it("names the values that have colours, and that there are others", () => {
  const values = [
    { value: "/gpu:0", count: 7, category: 0 },
    { value: "/cpu:0", count: 3, category: 1 },
  ];
  const legend = { values, otherValues: 2, otherCount: 5 };
  const { text, keys } = explainColours("device", {
    kind: "categories",
    by: "device",
    legend,
    isMeasured: false,
  });
  expect(text).toBe("coloured by device");
  expect(keys.map((key) => key.text)).toEqual(["/gpu:0", "/cpu:0", "others, or none"]);
});

it("tells how much the strongest colour is", () => {
  const amounts = { kind: "amounts", most: 1_500_000 } as const;
  expect(explainColours("memory", amounts).text).toBe("coloured by memory, maximum 1.5 MB");
  expect(explainColours("compute_time", amounts).text).toMatch(/^coloured by compute time, .*ms$/);
});

it("says nothing where nothing is coloured", () => {
  expect(explainColours("none", { kind: "none" })).toEqual({ text: "", keys: [] });
  expect(explainColours("structure", { kind: "structure", structures: 0 }).text).toBe("");
  expect(explainColours("structure", { kind: "structure", structures: 3 }).text).not.toBe("");
  expect(explainColours("memory", { kind: "amounts", most: null }).text).toBe("");
});
