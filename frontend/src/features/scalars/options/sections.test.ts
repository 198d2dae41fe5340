import { expect, it } from "vitest";
import type { Tag } from "../../../api/types";
import { combinedCard } from "./card-spec";
import { inSections, withPinned } from "./sections";

const tag = (name: string): Tag => ({
  tag: name,
  kind: "scalars",
  display_name: "",
  description: "",
  runs: [],
});

it("groups by what stands before the first slash, in the order people count in", () => {
  const sections = inSections(
    ["layer10/w", "loss", "layer2/w/mean", "layer2/b", "__proto__/x"].map(tag),
  );
  expect(sections.map(({ key, cards }) => [key, cards.map(({ id }) => id)])).toEqual([
    ["", ["loss"]],
    ["__proto__", ["__proto__/x"]],
    ["layer2", ["layer2/b", "layer2/w/mean"]],
    ["layer10", ["layer10/w"]],
  ]);
});

it("puts pinned cards first, in the order in which they were pinned, and nowhere else", () => {
  const tags = ["a/1", "a/2", "b/1"].map(tag);
  const chart = combinedCard("both", { tags: ["a/1", "b/1"], match: "", right: [] }, tags);
  const sections = withPinned(inSections(tags), [chart], ["b/1", "gone", "a/2"]);
  expect(sections.map(({ key, cards }) => [key, cards.map(({ id }) => id)])).toEqual([
    ["/pinned", ["b/1", "a/2"]],
    ["/combined", ["both"]],
    ["a", ["a/1"]],
  ]);
});
