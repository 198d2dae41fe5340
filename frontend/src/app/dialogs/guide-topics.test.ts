import { expect, it } from "vitest";
import { TABS } from "../tabs/tabs";
import { guideTopic } from "./guide-topics";

it("has a page for each tab", () => {
  const contents = guideTopic(null);
  expect(TABS.filter(({ id }) => guideTopic(id) === contents)).toEqual([]);
});

it("stays below the prefix that the dashboard is served at", () => {
  for (const { id } of TABS) expect(guideTopic(id)).toMatch(/^help\//);
});
