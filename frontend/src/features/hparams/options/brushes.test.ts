import fc from "fast-check";
import { expect, it } from "vitest";
import type { Brush } from "../model/axis";
import { parseBrushes, printBrushes, rowsLetThrough } from "./brushes";

it("brings any brush back from the address", () => {
  const range = fc
    .tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true }))
    .map(([from, to]): Brush => ({ kind: "range", from: from + 0, to: to + 0 }));
  const words = fc.array(fc.string()).map((list): Brush => ({ kind: "words", words: list }));
  const key = fc.string({ minLength: 1 }).filter((text) => !text.includes("="));
  fc.assert(
    fc.property(key, fc.oneof(range, words), (name, brush) => {
      const brushes = new Map([[`h:${name}`, brush]]);
      expect(parseBrushes(printBrushes(brushes))).toEqual(brushes);
    }),
  );
});

it("takes no foreign text for a brush", () => {
  expect(parseBrushes(["", "h:lr", "h:lr=1", "h:lr=a..b", "h:lr=[1", "=1..2"]).size).toBe(0);
});

it("lets through the rows that lie in every brush", () => {
  const column = (key: string, cells: (number | string | null)[]) => ({
    key,
    title: key,
    description: "",
    kind: "hparam" as const,
    type: "number" as const,
    differs: true,
    cells,
  });
  const row = { run: "", name: "", group: "", status: null };
  const table = {
    rows: [row, row, row, row],
    columns: [column("h:a", [1, 2, 3, null]), column("h:b", ["x", "y", "x", "x"])],
  };
  const brushes = parseBrushes(["h:a=2..9", 'h:b=["x"]', "h:gone=0..0"]);
  expect(rowsLetThrough(table, brushes)).toEqual([false, false, true, false]);
});
