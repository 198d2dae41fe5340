import { expect, test } from "vitest";
import type { Comparison, ComparisonRow, Graph, Run } from "../../../api/types";
import { runOf } from "../../../state/testing/serve-runs";
import {
  type ComparedRuns,
  compareRuns,
  configurationText,
  ofRuns,
  visibleSections,
} from "./comparison-rows";

function row(
  section: ComparisonRow["section"],
  name: string,
  values: ComparisonRow["values"],
  phase = "",
): ComparisonRow {
  return { section, name, phase, values, differs: values[0] !== values[1] };
}

const RUNS: readonly Run[] = [
  runOf("a/train", { training: "a", phase: "train" }),
  runOf("a/val", { training: "a", phase: "val", last_step: "1200" }),
  runOf("b"),
];

const ANSWER: Comparison = {
  generation: 1,
  trainings: [
    { training: "a", runs: ["#a/train", "#a/val"] },
    { training: "b", runs: ["#b"] },
  ],
  rows: [
    row("hparams", "lr", [0.1, 0.2]),
    row("hparams", "opt", ["adam", "adam"]),
    row("hparams", "seed", [null, "7"]),
    row("last", "loss", [1, "NaN"], "train"),
    row("least", "loss", [0.5, 0.4], "train"),
    row("greatest", "loss", [3, 4], "train"),
    row("least", "acc", [0.1, 0.2]),
    row("greatest", "acc", [0.8, 0.9]),
    row("texts", "note", ["x", null]),
    row("tags", "loss", ["scalars", "scalars"], "train"),
    row("tags", "acc", [null, "scalars"]),
  ],
  more_tags: 0,
  more_texts: 0,
  more_logged: 0,
};

function graph(run: string, nodes: number, fingerprint: string): Graph {
  return {
    id: `${run} ${fingerprint}`,
    run,
    nodes,
    edges: nodes,
    function_ops: 0,
    fingerprint,
    source: "run",
  } as Graph;
}

const WARNINGS = [
  { run: "#a/val", tag: "loss", kind: "plateau", message: "No change for 900 steps." },
  { run: "#c", tag: "acc", kind: "nan", message: "NaN at step 3." },
];

const PARAMETERS = new Map([["b y", 7]]);

const NO_MODELS: ComparedRuns["models"] = new Map();

function known(graphs: readonly Graph[] = [], models = NO_MODELS): ComparedRuns {
  return {
    runById: new Map(RUNS.map((run) => [run.id, run])),
    graphs,
    parameters: PARAMETERS,
    warnings: WARNINGS,
    models,
  };
}

const valuesOf = (sections: ReturnType<typeof compareRuns>, key: string) =>
  sections
    .find((section) => section.key === key)
    ?.rows.map(({ name, values }) => [name, ...values]);

test("experiments have their latest step, and metrics their best by direction", () => {
  const sections = compareRuns(ANSWER, known());
  expect(sections.map(({ key }) => key)).toEqual([
    "runs",
    "hparams",
    "last",
    "best",
    "warnings",
    "tags",
    "texts",
  ]);
  expect(valuesOf(sections, "runs")).toContainEqual(["Step", 1200, 1000]);
  expect(valuesOf(sections, "last")).toEqual([["loss (train)", 1, Number.NaN]]);
  expect(valuesOf(sections, "best")).toEqual([
    ["loss (train)", 0.5, 0.4],
    ["acc", 0.8, 0.9],
  ]);
});

test("models are compared by size and by structure", () => {
  const graphs = [graph("a/train", 5, "x"), graph("a/val", 9, "y"), graph("b", 9, "y")];
  expect(valuesOf(compareRuns(ANSWER, known(graphs)), "model")).toEqual([
    ["Parameters", null, 7],
    ["Ops", 9, 9],
    ["Edges", 9, 9],
    ["Structure", "structure 1", "structure 1"],
  ]);
});

test("known models have the name of the first run, in place of a number", () => {
  const graphs = [graph("a/train", 5, "x"), graph("b", 9, "y")];
  const model = { hash: "h", name: "first", graph: "g" };
  const sections = compareRuns(ANSWER, known(graphs, new Map([["#a/val", model]])));
  expect(valuesOf(sections, "model")?.map(([name, ...values]) => [name, ...values])).toEqual([
    ["Model", "first", null],
    ["Parameters", null, 7],
    ["Ops", 5, 9],
    ["Edges", 5, 9],
  ]);
});

test("what differs comes first", () => {
  const shown = visibleSections(compareRuns(ANSWER, known()), () => true, false);
  const tags = shown.find(({ key }) => key === "tags");
  expect(tags?.rows.map(({ name }) => name)).toEqual(["acc", "loss (train)"]);
});

test("a warning is a row of its tag", () => {
  expect(valuesOf(compareRuns(ANSWER, known()), "warnings")).toEqual([
    ["loss", "No change for 900 steps.", null],
  ]);
});

test("of more runs than were requested, only these are compared", () => {
  const one = ofRuns(ANSWER, new Set(["#b"]));
  expect(one.trainings.map(({ training }) => training)).toEqual(["b"]);
  expect(one.rows[0]).toMatchObject({ name: "lr", values: [0.2], differs: false });
  expect(ofRuns(ANSWER, new Set(["#b", "#a/val"]))).toBe(ANSWER);
});

test("what is the same in all is left out", () => {
  const sections = compareRuns(ANSWER, known());
  const names = visibleSections(sections, (name) => name !== "seed", true).flatMap(({ rows }) =>
    rows.map(({ name }) => name),
  );
  expect(names).toContain("lr");
  expect(names).not.toContain("opt");
  expect(names).not.toContain("seed");
});

test("names with several values come before those that only some configurations have", () => {
  const rows = [
    row("hparams", "bf16", [true, null]),
    row("hparams", "lr", [0.1, 0.2]),
    row("hparams", "seed", [null, 7]),
  ];
  const sections = compareRuns({ ...ANSWER, rows }, known());
  const shown = visibleSections(sections, () => true, true).find(({ key }) => key === "hparams");
  expect(shown?.rows.map(({ name }) => name)).toEqual(["lr", "bf16", "seed"]);
});

test("a configuration is a line for each name that the experiment has", () => {
  const sections = compareRuns(ANSWER, known());
  expect(configurationText(sections, 0)).toBe("lr: 0.1\nopt: adam");
  expect(configurationText(sections, 1)).toBe("lr: 0.2\nopt: adam\nseed: 7");
});
