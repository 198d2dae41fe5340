import { expect, it } from "vitest";
import { mergeCharts, type OwnChart, parseCharts } from "./parse-layout";

function chart(id: string, title = id): OwnChart {
  return { id, title, patterns: ["loss"], margins: [] };
}

it("parses saved charts, and leaves out invalid ones", () => {
  const margin = { value: "v", lower: "l", upper: "u" };
  const saved = {
    charts: [
      chart("a"),
      { id: 3, title: "b" },
      null,
      { id: "c", title: "c", patterns: ["x", 7], margins: [margin, {}, null] },
    ],
  };
  expect(parseCharts(saved)).toEqual({
    charts: [chart("a"), { id: "c", title: "c", patterns: ["x"], margins: [margin] }],
  });
  expect(parseCharts([])).toBeUndefined();
});

it("merges what two viewers changed", () => {
  const base = { charts: [chart("same"), chart("ours"), chart("deleted"), chart("theirs")] };
  const ours = { charts: [chart("same"), chart("ours", "M"), chart("theirs"), chart("new")] };
  const theirs = { charts: [chart("same"), chart("ours"), chart("deleted"), chart("theirs", "T")] };
  expect(mergeCharts(base, ours, theirs).charts.map(({ id, title }) => `${id} ${title}`)).toEqual([
    "same same",
    "ours M",
    "theirs T",
    "new new",
  ]);
  const without = { charts: [chart("same"), chart("gone"), chart("theirs")] };
  expect(mergeCharts(base, base, without).charts.map(({ id }) => id)).toEqual([
    "same",
    "gone",
    "theirs",
  ]);
});
