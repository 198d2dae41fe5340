import { readFileSync } from "node:fs";
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

interface NameCase {
  readonly case: string;
  readonly runs: readonly {
    readonly name: string;
    readonly shown: string;
    readonly training: string;
    readonly hash: string | null;
    readonly model: string | null;
  }[];
}

/** What the page and Python call the models of a log. */
const NAMES: readonly NameCase[] = JSON.parse(
  readFileSync(new URL("../../../../tests/data/model_names.json", import.meta.url), "utf-8"),
);

test.each(NAMES)("a model has a name of its own: $case", ({ runs }) => {
  const byName = new Map(runs.map((run) => [run.name, run]));
  const models = runs.map(({ name, hash }) => ({ run: `#${name}`, graph: "g", hash }));
  const named = modelsOf(
    { models },
    runs.map(({ name }) => ({ id: `#${name}`, name })),
    (name) => byName.get(name)?.training ?? "",
    (id) => byName.get(id.slice(1))?.shown ?? "",
  );
  expect(runs.map(({ name }) => named.get(`#${name}`)?.name ?? null)).toEqual(
    runs.map(({ model }) => model),
  );
});
