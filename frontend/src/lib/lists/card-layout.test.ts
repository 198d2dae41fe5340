import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type CardRow,
  cardsOf,
  countCards,
  gridFor,
  layOutCards,
  neighbourCard,
  rowOfCard,
} from "./card-layout";

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

const HEIGHTS = { heading: 40, cards: 300, top: 12 };

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

it("has no column that no row fills, and no card like a wall", () => {
  const charts = [[1], [2, 1], [3], []].map((counts) => counts.map(section));
  expect(charts.map((sections) => gridFor(1110, 12, sections, SIZES))).toEqual([
    { columns: 1, cardWidth: 760, plotHeight: 320 },
    { columns: 3, cardWidth: 362, plotHeight: 210 },
    { columns: 3, cardWidth: 362, plotHeight: 210 },
    { columns: 1, cardWidth: 760, plotHeight: 320 },
  ]);
});

/** The headings of a row, each with its column, and its cards. */
function texts({ parts }: CardRow<string>): string {
  return parts
    .map(({ section, hasHeading, folded, column, span, cards }) => {
      const heading = hasHeading ? `${folded ? "+" : "-"}${section.key}@${column}/${span} ` : "";
      return `${heading}[${cards.join(" ")}]`;
    })
    .join(" ");
}

const rowsOf = (...[sections, folded, columns]: Parameters<typeof layOutCards<string>>) =>
  layOutCards(sections, folded, columns, HEIGHTS).rows.map(texts);

it("has several rows for a section of many cards, below one heading", () => {
  const { rows, edges } = layOutCards([...SECTIONS, section(2)], new Set(), 2, HEIGHTS);
  expect(rows.map(texts)).toEqual([
    "-@0/1 [loss]",
    "-a@0/2 [a/1 a/2]",
    "[a/3]",
    "-b@0/1 [b/1]",
    "-s@0/2 [s/0 s/1]",
  ]);
  expect([...edges]).toEqual([0, 340, 680, 980, 1320, 1660]);
});

it("lets small sections share a row as long as their cards fit beside one another", () => {
  expect(rowsOf(SECTIONS, new Set(), 4, HEIGHTS)).toEqual([
    "-@0/1 [loss] -a@1/3 [a/1 a/2 a/3]",
    "-b@0/1 [b/1]",
  ]);
  expect(rowsOf(SECTIONS, new Set(), 5, HEIGHTS)).toHaveLength(1);
});

it("moves nothing else in a row when a section of it is folded", () => {
  expect(rowsOf(SECTIONS, new Set(["a"]), 5, HEIGHTS)).toEqual([
    "-@0/1 [loss] +a@1/3 [] -b@4/1 [b/1]",
  ]);
});

it("has no heading above tags without a prefix where there are no others, and cannot fold them", () => {
  const lone = [{ key: "", title: "(no prefix)", cards: ["loss", "rate", "time"] }];
  const { rows, edges } = layOutCards(lone, new Set([""]), 2, HEIGHTS);
  expect(rows.map(texts)).toEqual(["[loss rate]", "[time]"]);
  expect([...edges]).toEqual([12, 312, 612]);
});

it("has each card once, in order, and none beyond the last column", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 6 }), (sizes, columns) => {
      const sections = sizes.map((size, at) => ({
        key: `${at}`,
        title: "",
        cards: Array.from({ length: size }, (_, card) => `${at}/${card}`),
      }));
      const { rows } = layOutCards(sections, new Set(), columns, HEIGHTS);
      expect(rows.flatMap(cardsOf)).toEqual(sections.flatMap(({ cards }) => cards));
      for (const { parts } of rows) {
        let free = 0;
        for (const { column, span, cards } of parts) {
          expect(column).toBe(free);
          expect(cards.length).toBeLessThanOrEqual(span);
          free += span;
        }
        expect(free).toBeLessThanOrEqual(columns);
      }
    }),
  );
});

it("opens what is closed at first by the same list", () => {
  const closed = [{ ...section(1), isClosed: true }];
  expect(rowsOf(closed, new Set(), 1, HEIGHTS)).toEqual(["+s@0/1 []"]);
  expect(rowsOf(closed, new Set(["s"]), 1, HEIGHTS)).toEqual(["-s@0/1 [s/0]"]);
});

it("leaves the cards of a folded section out", () => {
  const layout = layOutCards(SECTIONS, new Set(["a"]), 2, HEIGHTS);
  expect([...layout.edges]).toEqual([0, 340, 380, 720]);
  expect(rowOfCard(layout, is("a/2"))).toBe(-1);
  expect(rowOfCard(layout, is("b/1"))).toBe(2);
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

it("counts the cards of all sections", () => {
  expect(countCards(SECTIONS)).toBe(5);
});
