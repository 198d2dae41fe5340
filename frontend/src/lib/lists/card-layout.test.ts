import { expect, it } from "vitest";
import { countCards, gridFor, layOutCards, neighbourCard, rowOfCard } from "./card-layout";

const SIZES = {
  leastWidth: 336,
  mostWidth: 760,
  mostColumns: 6,
  leastPlot: 210,
  mostPlot: 320,
  plotByWidth: 0.5,
};

const is = (card: string | null) => (own: string) => own === card;

const SECTIONS = [
  { key: "", title: "", cards: ["loss"] },
  { key: "a", title: "a", cards: ["a/1", "a/2", "a/3"] },
  { key: "b", title: "b", cards: ["b/1"] },
];

const HEIGHTS = { header: 40, cards: 300 };

const section = (charts: number) => ({
  key: "s",
  title: "s",
  cards: Array.from({ length: charts }, (_, at) => `s/${at}`),
});

it("fits as many columns as there is room for, and always one", () => {
  const widths = [0, 335, 336, 683, 684, 1090, 10_000];
  expect(widths.map((width) => gridFor(width, 12, [section(9)], SIZES).columns)).toEqual([
    1, 1, 1, 1, 2, 3, 6,
  ]);
});

it("has no column that no section fills, and no card like a wall", () => {
  const charts = [[1], [2, 1], [3], []].map((counts) => counts.map(section));
  expect(charts.map((sections) => gridFor(1110, 12, sections, SIZES))).toEqual([
    { columns: 1, cardWidth: 760, plotHeight: 320 },
    { columns: 2, cardWidth: 549, plotHeight: 275 },
    { columns: 3, cardWidth: 362, plotHeight: 210 },
    { columns: 1, cardWidth: 760, plotHeight: 320 },
  ]);
});

it("stacks headers and rows of cards", () => {
  const { rows, edges } = layOutCards(SECTIONS, new Set(), 2, HEIGHTS);
  expect(rows.map((row) => (row.kind === "header" ? row.section.key : row.cards))).toEqual([
    "",
    ["loss"],
    "a",
    ["a/1", "a/2"],
    ["a/3"],
    "b",
    ["b/1"],
  ]);
  expect([...edges]).toEqual([0, 40, 340, 380, 680, 980, 1020, 1320]);
});

it("opens what is closed at first by the same list", () => {
  const closed = [{ ...section(1), isClosed: true }];
  expect(layOutCards(closed, new Set(), 1, HEIGHTS).rows).toHaveLength(1);
  expect(layOutCards(closed, new Set(["s"]), 1, HEIGHTS).rows).toHaveLength(2);
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
  expect(rowOfCard(layout, is("a/2"))).toBe(-1);
  expect(rowOfCard(layout, is("b/1"))).toBe(4);
});

it("goes through the cards in the order of reading and stops at the ends", () => {
  const layout = layOutCards(SECTIONS, new Set(), 2, HEIGHTS);
  const forward = [null, "loss", "a/1", "a/2", "a/3", "b/1"].map((tag) =>
    neighbourCard(layout, is(tag), 1),
  );
  expect(forward).toEqual(["loss", "a/1", "a/2", "a/3", "b/1", "b/1"]);
  expect(neighbourCard(layout, is("a/1"), -1)).toBe("loss");
  expect(neighbourCard(layout, is("loss"), -1)).toBe("loss");
  expect(neighbourCard(layOutCards<string>([], new Set(), 2, HEIGHTS), is(null), 1)).toBeNull();
});

it("counts the cards of all sections, and those that stand in rows", () => {
  const { rows } = layOutCards(SECTIONS, new Set(["b"]), 2, HEIGHTS);
  expect(countCards(rows)).toEqual({ all: 5, open: 4 });
});
