import { expect, it } from "vitest";
import type { Tag } from "../../api/types";
import { gridFor, layOutCards, neighbourTag, rowOfTag } from "./card-rows";

const tags = (...names: string[]): Tag[] =>
  names.map((name) => ({
    tag: name,
    kind: "scalars",
    display_name: "",
    description: "",
    runs: [],
  }));

const SECTIONS = [
  { prefix: "", tags: tags("loss") },
  { prefix: "a", tags: tags("a/1", "a/2", "a/3") },
  { prefix: "b", tags: tags("b/1") },
];

const HEIGHTS = { header: 40, cards: 300 };

const section = (charts: number) => ({
  prefix: "s",
  tags: tags(...Array.from({ length: charts }, (_, at) => `s/${at}`)),
});

it("fits as many columns as there is room for, and always one", () => {
  const widths = [0, 335, 336, 683, 684, 1090, 10_000];
  expect(widths.map((width) => gridFor(width, 12, [section(9)]).columns)).toEqual([
    1, 1, 1, 1, 2, 3, 6,
  ]);
});

it("has no column that no section fills, and no card like a wall", () => {
  const charts = [[1], [2, 1], [3], []].map((counts) => counts.map(section));
  expect(charts.map((sections) => gridFor(1110, 12, sections))).toEqual([
    { columns: 1, cardWidth: 760, plotHeight: 320 },
    { columns: 2, cardWidth: 549, plotHeight: 275 },
    { columns: 3, cardWidth: 362, plotHeight: 210 },
    { columns: 1, cardWidth: 760, plotHeight: 320 },
  ]);
});

it("stacks headers and rows of cards", () => {
  const { rows, edges } = layOutCards(SECTIONS, new Set(), 2, HEIGHTS);
  expect(
    rows.map((row) =>
      row.kind === "header" ? row.section.prefix : row.tags.map(({ tag }) => tag),
    ),
  ).toEqual(["", ["loss"], "a", ["a/1", "a/2"], ["a/3"], "b", ["b/1"]]);
  expect([...edges]).toEqual([0, 40, 340, 380, 680, 980, 1020, 1320]);
});

it("leaves the cards of a folded section out", () => {
  const layout = layOutCards(SECTIONS, new Set(["a"]), 2, HEIGHTS);
  expect(layout.rows.map(({ kind }) => kind)).toEqual([
    "header",
    "cards",
    "header",
    "header",
    "cards",
  ]);
  expect(rowOfTag(layout, "a/2")).toBe(-1);
  expect(rowOfTag(layout, "b/1")).toBe(4);
});

it("goes through the cards in the order of reading and stops at the ends", () => {
  const layout = layOutCards(SECTIONS, new Set(), 2, HEIGHTS);
  const forward = [null, "loss", "a/1", "a/2", "a/3", "b/1"].map((tag) =>
    neighbourTag(layout, tag, 1),
  );
  expect(forward).toEqual(["loss", "a/1", "a/2", "a/3", "b/1", "b/1"]);
  expect(neighbourTag(layout, "a/1", -1)).toBe("loss");
  expect(neighbourTag(layout, "loss", -1)).toBe("loss");
  expect(neighbourTag(layOutCards([], new Set(), 2, HEIGHTS), null, 1)).toBeNull();
});
