import { expect, it } from "vitest";
import { tabsToShow, tagsByKind } from "./tabs";

const ids = (tabs: readonly { id: string }[]) => tabs.map(({ id }) => id);

it("adds up what the runs hold", () => {
  const totals = tagsByKind([
    { tags: { scalars: 3 } },
    { tags: { scalars: 2, graphs: 1 } },
    { tags: {} },
  ]);
  expect([...totals]).toEqual([
    ["scalars", 5],
    ["graphs", 1],
  ]);
});

it("shows the tabs with data, scalars before the graph", () => {
  expect(
    ids(
      tabsToShow(
        new Map([
          ["graphs", 1],
          ["scalars", 5],
        ]),
        "",
      ),
    ),
  ).toEqual(["scalars", "graph"]);
  expect(ids(tabsToShow(new Map([["graphs", 1]]), ""))).toEqual(["graph"]);
  expect(ids(tabsToShow(new Map(), ""))).toEqual([]);
});

it("keeps the tab that a link asks for, so that it can say why it is empty", () => {
  expect(ids(tabsToShow(new Map([["graphs", 1]]), "scalars"))).toEqual(["scalars", "graph"]);
  expect(ids(tabsToShow(new Map([["graphs", 1]]), "no such tab"))).toEqual(["graph"]);
});
