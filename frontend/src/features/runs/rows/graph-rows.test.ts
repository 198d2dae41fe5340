import { expect, it } from "vitest";
import type { Graph } from "../../../api/types";
import { runOf } from "../../../state/testing/serve-runs";
import { type GraphRowsRequest, withGraphRows } from "./graph-rows";
import type { TableRow } from "./rows";

let count = 0;

function graph(run: string, more: Partial<Graph> = {}): Graph {
  count += 1;
  const about = { tag: "", kind: "op", source: "run", stage: "", file: "events.out.tfevents.1" };
  const size = { nodes: 3, function_ops: 0, label: "", reading: false, wall_time: "NaN" };
  const of = { step: null, function: null };
  return { id: `${run}-${count}`, run, ...about, ...of, ...size, ...more } as Graph;
}

function row(name: string, members: readonly string[] = [name]): TableRow {
  const runs = members.map((member) => runOf(member));
  return { kind: "training", key: `t:${name}`, name, label: name, depth: 0, runs, isOpen: null };
}

function withRows(
  rows: readonly TableRow[],
  graphs: readonly [Graph, ...Graph[]],
  more: Partial<GraphRowsRequest> = {},
): string[] {
  const picker = { graphs, shown: graphs[0], choose: () => true };
  const runs = new Set(rows.flatMap((of) => of.runs.map(({ name }) => name)));
  const request = { rows, picker, runs, isFiltered: false, toggled: new Set<string>(), ...more };
  return withGraphRows(request).map(({ label, depth, graph: one }) =>
    [depth, label, one?.detail, one?.isShown && "shown"]
      .filter((part) => part !== undefined && part !== false)
      .join(" | "),
  );
}

it("lists the graphs of the run on show below it, the model before what steps ran", () => {
  const model = graph("b", { tag: "keras", kind: "conceptual", step: 0 });
  const step = graph("b", { tag: "batch_2", kind: "profile", step: 2 });
  expect(withRows([row("a"), row("b")], [step, model, graph("a"), graph("a")])).toEqual([
    "0 | a",
    "0 | b",
    "1 | keras | Keras model · 3 layers · step 0",
    "1 | batch_2 | profiled step · 3 ops · step 2 | shown",
  ]);
});

it("lists nothing below a run with a single graph", () => {
  expect(withRows([row("a"), row("b")], [graph("a"), graph("b")])).toEqual(["0 | a", "0 | b"]);
});

it("folds the functions of a step, but not those that hold the graph on show", () => {
  const functions = Array.from({ length: 300 }, (_, at) =>
    graph("a", {
      tag: "batch",
      step: 4,
      function: at + 1,
      kind: "profile",
      stage: `function ${at + 1} of 300, partition`,
    }),
  );
  const model = graph("a", { kind: "conceptual" });
  const folded = withRows([row("a")], [model, ...functions]);
  expect(folded.slice(1).map((text) => text.slice(0, 12))).toEqual([
    "1 | Run grap",
    "1 | 300 prof",
  ]);
  const [first] = functions;
  if (first === undefined) throw new Error("no function");
  expect(withRows([row("a")], [first, model, ...functions.slice(1)])).toHaveLength(303);
  const toggled = new Set(["f:a:function:batch:4"]);
  expect(withRows([row("a")], [model, ...functions], { toggled })).toHaveLength(303);
});

it("puts graphs of no run on top, unless the table is filtered", () => {
  const file = graph("dropped file x.pb", { source: "upload", file: "x.pb" });
  const rows = [row("a")];
  expect(withRows(rows, [file, graph("a")])).toEqual([
    "0 | dropped file x.pb | uploaded file · 3 ops | shown",
    "0 | a",
  ]);
  expect(withRows(rows, [file, graph("a")], { isFiltered: true })).toEqual(["0 | a"]);
});

it("names the run where an experiment's row stands for several", () => {
  const rows = [row("e", ["e/train", "e/eval"])];
  expect(withRows(rows, [graph("e/train"), graph("e/eval")]).slice(1)).toEqual([
    "1 | e/train · Run graph | training graph · 3 ops | shown",
    "1 | e/eval · Run graph | training graph · 3 ops",
  ]);
});
