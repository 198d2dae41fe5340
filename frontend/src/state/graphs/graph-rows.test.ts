import { expect, it } from "vitest";
import type { Graph } from "../../api/types";
import { kindText } from "./graph-kind";
import { filterGroups, groupGraphs, stageText } from "./graph-rows";

let count = 0;

function graph(run: string, more: Partial<Graph> = {}): Graph {
  count += 1;
  const about = {
    tag: "",
    kind: "op",
    source: "run",
    stage: "",
    file: "events.out.tfevents.1",
    step: null,
    function: null,
  };
  const size = { nodes: 3, function_ops: 0, label: "", reading: false, wall_time: "NaN" };
  return { id: `${run}-${count}`, run, ...about, ...size, ...more } as Graph;
}

/** As Keras logs a profile: three stages of each function. */
function functions(many: number): Graph[] {
  return Array.from({ length: many }, (_, at) =>
    (["before optimisation", "after optimisation", "partition"] as const).map((stage, place) =>
      graph("train", {
        tag: "batch_4",
        step: 4,
        function: at + 1,
        kind: place === 0 ? "op" : "profile",
        stage: `function ${at + 1} of ${many}, ${stage}`,
        label: at === 1 ? "train_step" : "DivNoNan",
      }),
    ),
  ).flat();
}

const KERAS = [...functions(127), graph("train", { tag: "keras", kind: "conceptual" })];

it("puts the model first and folds the functions of a step", () => {
  const [train, ...others] = groupGraphs(KERAS);
  expect(others).toEqual([]);
  expect(
    train?.sections.map(({ title, isFolded, rows }) => [title, isFolded, rows.length]),
  ).toEqual([
    ["Model", false, 1],
    ["127 profiled functions of step 4 (batch_4)", true, 127],
  ]);
  const second = train?.sections[1]?.rows[1];
  expect([second?.title, second?.graphs.map(stageText)]).toEqual([
    "2 · train_step",
    ["before optimisation", "after optimisation", "partition"],
  ]);
});

it("groups by run in the order of the list", () => {
  const groups = groupGraphs([graph("b"), graph("."), graph("a"), graph("b", { tag: "step1" })]);
  expect(groups.map(({ title }) => title)).toEqual(["b", "log directory", "a"]);
  expect(groups[0]?.sections.map(({ title }) => title)).toEqual(["Graphs"]);
});

it("tells what steps ran from what a program says", () => {
  const ran = { kind: "profile", stage: "partition", step: 99 } as const;
  const [run] = groupGraphs([graph("a", { tag: "step099", ...ran }), graph("a")]);
  expect(run?.sections.map(({ title, rows }) => [title, rows[0]?.title, rows[0]?.detail])).toEqual([
    ["Graph", "Run graph", "3 ops"],
    ["Graph of a profiled step", "step099", "3 ops · step 99"],
  ]);
});

it("keeps an older graph of a run apart from the newest", () => {
  const [run] = groupGraphs([graph("a", { wall_time: 20 }), graph("a", { wall_time: 10 })]);
  expect(run?.sections[0]?.rows.length).toBe(2);
});

it("finds rows by all words of a text", () => {
  const found = filterGroups(groupGraphs(KERAS), "TRAIN_step before");
  expect(found[0]?.sections.map(({ rows }) => rows.length)).toEqual([1]);
  expect(filterGroups(groupGraphs(KERAS), "nowhere")).toEqual([]);
  expect(filterGroups(groupGraphs(KERAS), " ")[0]?.sections.length).toBe(2);
});

it("says of what kind each graph is", () => {
  const kinds = [
    graph("a"),
    graph("a", { stage: "MetaGraph" }),
    graph("a", { kind: "conceptual" }),
    graph("a", { kind: "profile", step: 9 }),
    graph("a", { kind: "profile", function: 1 }),
    graph("a", { source: "file", file: "frozen.pb" }),
    graph("dropped file x.pb", { source: "upload" }),
  ].map(kindText);
  expect(kinds).toEqual([
    "training graph",
    "MetaGraph",
    "Keras model",
    "profiled step",
    "profiled function",
    "graph file",
    "uploaded file",
  ]);
});
