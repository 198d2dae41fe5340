import { expect, it } from "vitest";
import { comparedSet, withBase, withGraph, withoutGraph } from "./compared-set";

const SET = comparedSet("a", "b", []);

it("gains graphs, of which the newest is shown, each once", () => {
  const three = withGraph(SET, "c");
  expect(three).toEqual({ base: "a", shown: "c", others: ["b", "c"] });
  expect(withGraph(three, "b")).toEqual({ base: "a", shown: "b", others: ["b", "c"] });
  expect(withGraph(three, "a")).toEqual(three);
});

it("has another base in the place of which the one before stands", () => {
  const three = withGraph(SET, "c");
  expect(withBase(three, "b")).toEqual({ base: "b", shown: "c", others: ["a", "c"] });
  expect(withBase(three, "c")).toEqual({ base: "c", shown: "a", others: ["b", "a"] });
});

it("loses graphs but the last one", () => {
  const three = withGraph(SET, "c");
  expect(withoutGraph(three, "c")).toEqual({ base: "a", shown: "b", others: ["b"] });
  expect(withoutGraph(three, "b")).toEqual({ base: "a", shown: "c", others: ["c"] });
  expect(withoutGraph(SET, "b")).toEqual(SET);
});

it("has what an address shows among the others, and the base not", () => {
  expect(comparedSet("a", "b", ["a", "c"])).toEqual({ base: "a", shown: "b", others: ["b", "c"] });
});
