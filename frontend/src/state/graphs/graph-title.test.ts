import { expect, it } from "vitest";
import type { Graph } from "../../api/types";
import { graphFacts, graphSize, graphTitle } from "./graph-title";

const GRAPH: Graph = {
  id: "1",
  run: "keras/tf2",
  tag: "step_fn",
  kind: "profile",
  source: "run",
  stage: "partition, as it ran on a device",
  file: "",
  step: 3,
  function: null,
  label: "",
  wall_time: 0,
  bytes: 100,
  nodes: 30,
  edges: 40,
  functions: 0,
  function_ops: 0,
  fingerprint: "",
  error: null,
  warnings: [],
  properties: [],
  reading: false,
};

it("names a graph by its run, tag and stage", () => {
  expect(graphTitle(GRAPH)).toBe("keras/tf2 · step_fn · partition, as it ran on a device");
  expect(graphTitle({ ...GRAPH, stage: "" })).toBe("keras/tf2 · step_fn · profile");
  expect(graphTitle({ ...GRAPH, run: ".", tag: "", stage: "", kind: "op" })).toBe("log directory");
});

it("names one of many functions by what it does", () => {
  const stage = "function 3 of 12, before optimisation";
  expect(graphTitle({ ...GRAPH, function: 3, stage, label: "train_step" })).toBe(
    "keras/tf2 · step_fn · train_step (function 3 of 12, before optimisation)",
  );
  expect(graphTitle({ ...GRAPH, function: 3, stage })).toBe(`keras/tf2 · step_fn · ${stage}`);
});

it("lists the properties of a model below its title", () => {
  const properties = ["format: ONNX", "producer: pytorch 2.13"];
  const model = { ...GRAPH, run: "model.onnx", tag: "", stage: "", kind: "op" as const };
  expect(graphFacts({ ...model, properties })).toBe(
    "model.onnx\nformat: ONNX\nproducer: pytorch 2.13",
  );
  expect(graphFacts(GRAPH)).toBe(graphTitle(GRAPH));
});

it("tells how large a graph is", () => {
  expect(graphSize({ ...GRAPH, nodes: 7_909 })).toBe("7,909 ops");
  expect(graphSize({ ...GRAPH, nodes: 12, function_ops: 26 })).toBe("12 ops and 26 in functions");
  expect(graphSize({ ...GRAPH, nodes: 177, kind: "conceptual" })).toBe("177 layers");
});
