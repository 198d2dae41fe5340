import { expect, it } from "vitest";
import type { Reason, Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { headingsOf } from "./draw-headings";

const LIBRARY = { kind: "library", count: 3 } as Reason;
const DEGREE = { kind: "in_degree", count: 9, bound: 8 } as Reason;

/** The top level with some of its nodes extracted from the main graph. */
function headings(reasons: Readonly<Record<string, Reason>>): string[] {
  const top = mnistScopes.get("");
  if (top === undefined) throw new Error("no top level");
  const nodes = top.nodes.map((node) => {
    const reason = reasons[node.name];
    const role = reason === undefined ? ("main" as const) : ("out_extract" as const);
    return { ...node, role, reason: reason ?? null };
  });
  const scopes = new Map<string, Scope>(mnistScopes).set("", { ...top, nodes });
  const found = headingsOf(buildScene(scopes, [])).get("") ?? [];
  return found.map(({ text }) => text);
}

it("heads the main graph and the auxiliary nodes", () => {
  expect(headings({ train_step: DEGREE })).toEqual(["Main graph", "Auxiliary nodes"]);
});

it("calls the library of functions by its name, alone and among others", () => {
  expect(headings({ accuracy: LIBRARY })).toEqual(["Main graph", "Functions"]);
  expect(headings({ accuracy: LIBRARY, train_step: DEGREE })).toEqual([
    "Main graph",
    "Auxiliary nodes and functions",
  ]);
});

it("heads nothing where all nodes are in the main graph", () => {
  expect(headings({})).toEqual([]);
});
