import { expect, test } from "vitest";
import { modelsOf } from "./model-list";

const RUNS = ["a/train", "a/val", "b", "c", "d"].map((name) => ({ id: `#${name}`, name }));
const MODELS = [
  { run: "#a/train", graph: "g1", hash: "one" },
  { run: "#b", graph: "g2", hash: "one" },
  { run: "#c", graph: "g3", hash: "two" },
  { run: "#d", graph: "g4", hash: null },
  { run: "#e", graph: "g5", hash: "" },
];
const experiment = (name: string) => name.split("/")[0] ?? "";
const found = (shown: (id: string) => string) =>
  [...modelsOf({ models: MODELS }, RUNS, experiment, shown)].map(([run, { name, graph }]) => [
    run,
    name,
    graph,
  ]);

test("a model is named after the first run that had it, and its experiment has it too", () => {
  expect(found((id) => id.slice(1))).toEqual([
    ["#a/train", "a/train", "g1"],
    ["#b", "a/train", "g2"],
    ["#c", "c", "g3"],
    ["#a/val", "a/train", "g1"],
  ]);
});

test("models of runs with one name have different names", () => {
  expect(found(() => "renamed").map(([, name]) => name)).toEqual([
    "renamed",
    "renamed",
    "c",
    "renamed",
  ]);
});
