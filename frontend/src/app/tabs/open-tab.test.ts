import { expect, it } from "vitest";
import { WRITING_CALLS } from "./empty-tab";
import { defaultTab, tabsToShow, tagsByKind } from "./open-tab";
import { TABS } from "./tabs";

const OVERVIEW = { id: "overview", kinds: [] };
const SCALARS = { id: "scalars", kinds: ["scalars"] };
const GRAPH = { id: "graph", kinds: ["graphs"] };
const MEDIA = { id: "media", kinds: ["images", "audio"] };
const ALL = [OVERVIEW, SCALARS, MEDIA, GRAPH];

const ids = (tabs: readonly { id: string }[]) => tabs.map(({ id }) => id);
const held = (...kinds: string[]) => new Map(kinds.map((kind) => [kind, 1]));

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

it("shows the tabs with data of any of their kinds, and those about the runs themselves", () => {
  expect(ids(tabsToShow(ALL, held("graphs", "audio"), ""))).toEqual(["overview", "media", "graph"]);
  expect(ids(tabsToShow(ALL, held(), ""))).toEqual(["overview"]);
});

it("retains the tab that a link names, so that it can explain why it is empty", () => {
  expect(ids(tabsToShow(ALL, held("graphs"), "scalars"))).toEqual(["overview", "scalars", "graph"]);
  expect(ids(tabsToShow(ALL, held("graphs"), "no such tab"))).toEqual(["overview", "graph"]);
});

it("lands on scalars, else on the graph, else on whatever there is", () => {
  const opened = (...kinds: string[]) => defaultTab(ALL, held(...kinds))?.id;
  expect(opened("images", "graphs", "scalars")).toBe("scalars");
  expect(opened("images", "graphs")).toBe("graph");
  expect(opened("audio")).toBe("media");
  expect(opened()).toBe("overview");
  expect(defaultTab([], held("scalars"))).toBeNull();
});

it("tells every tab apart by its id and by its key, and says of each what it lacks", () => {
  expect(new Set(TABS.map(({ id }) => id)).size).toBe(TABS.length);
  expect(new Set(TABS.map(({ key }) => key)).size).toBe(TABS.length);
  const logged = TABS.filter(({ kinds }) => kinds.length > 0).map(({ id }) => id);
  expect(Object.keys(WRITING_CALLS).sort()).toEqual(logged.sort());
});
