import { expect, it } from "vitest";
import type { Tag } from "../../api/types";
import { inSections, prefixOf, shortTag } from "./sections";

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
  expect(sections.map(({ prefix, tags }) => [prefix, tags.map((own) => own.tag)])).toEqual([
    ["", ["loss"]],
    ["__proto__", ["__proto__/x"]],
    ["layer2", ["layer2/b", "layer2/w/mean"]],
    ["layer10", ["layer10/w"]],
  ]);
});

it.each([
  ["loss", "", "loss"],
  ["train/loss/total", "train", "loss/total"],
  ["/odd", "", "odd"],
  ["odd/", "odd", "odd/"],
])("splits %s", (name, prefix, short) => {
  expect([prefixOf(name), shortTag(name)]).toEqual([prefix, short]);
});
