import { expect, it } from "vitest";
import type { Graph } from "../../api/types";
import { firstOf } from "./default-graph";

function graph(id: string, run: string, wall_time: number, more: Partial<Graph> = {}): Graph {
  const about = { kind: "op", function: null, nodes: 3, function_ops: 0, error: null };
  return { id, run, wall_time, reading: false, ...about, ...more } as Graph;
}

const runs = new Set(["a", "b", "c"]);
const all = [graph("1", "a", 10), graph("2", "b", 30), graph("3", "b", 20), graph("4", "c", 40)];
const first = (graphs: readonly Graph[], ...shown: string[]): string | undefined =>
  firstOf(graphs, runs, new Set(shown))?.id;

it("is the newest of the runs shown", () => {
  expect([first(all, "a", "b"), first(all, "a"), first(all, "a", "b", "c")]).toEqual([
    "2",
    "1",
    "4",
  ]);
});

it("is the newest of all where the runs shown have none", () => {
  expect([first(all), first(all, "no such run"), first([])]).toEqual(["4", "4", undefined]);
});

it("is an uploaded graph, however old", () => {
  expect(first([graph("0", "model.pb", 1), ...all], "a")).toBe("0");
});

it("is no file of the log directory where runs that are shown have graphs", () => {
  const listed = [...all, graph("9", "files/model.pb", 99)];
  expect([first(listed, "a"), first(listed, "no such run")]).toEqual(["1", "9"]);
});

it("is one that can be read, if there is any", () => {
  const damaged = graph("5", "a", 99, { nodes: 0, error: "no graph" });
  const coming = graph("6", "a", 99, { nodes: 0, reading: true });
  expect([first([damaged, ...all], "a"), first([damaged], "a")]).toEqual(["1", "5"]);
  expect(first([coming, ...all], "a")).toBe("6");
});

it("is one that was logged at a time, if there is any", () => {
  const odd = graph("7", "a", 0, { wall_time: "NaN" });
  expect([first([odd, ...all], "a"), first([odd], "a")]).toEqual(["1", "7"]);
});

it("is the first that is listed of those logged together", () => {
  expect(first([graph("1", "a", 10), graph("2", "a", 10)], "a")).toBe("1");
});

it("is the Keras model before what the same run traced later", () => {
  const model = graph("m", "a", 10, { kind: "conceptual" });
  const traced = graph("t", "a", 20);
  expect(first([traced, model], "a")).toBe("m");
  expect(first([graph("b", "b", 30), traced, model], "a", "b")).toBe("b");
  const damaged = graph("m", "a", 10, { kind: "conceptual", nodes: 0, error: "no layers" });
  expect(first([traced, damaged], "a")).toBe("t");
});

it("is what a program says before what a step ran", () => {
  const ran = graph("r", "a", 20, { kind: "profile" });
  expect([first([ran, graph("g", "a", 10)], "a"), first([ran], "a")]).toEqual(["g", "r"]);
});

it("is one of many functions only where there is nothing else, and then the largest", () => {
  const functions = [
    graph("1", "a", 20, { function: 1, nodes: 2 }),
    graph("2", "a", 20, { function: 2, nodes: 4, function_ops: 50 }),
    graph("3", "a", 20, { function: 3, nodes: 30 }),
  ];
  expect(first(functions, "a")).toBe("2");
  expect(first([...functions, graph("m", "a", 10, { kind: "conceptual" })], "a")).toBe("m");
});
