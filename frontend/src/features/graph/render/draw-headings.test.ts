import { expect, it } from "vitest";
import { rectContains, rectMiddle, rectsOverlap } from "../../../lib/geometry/geometry";
import type { Scene } from "../scene/scene";
import type { Reason, Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { columnsOf } from "./draw-auxiliary";
import { headingsOf } from "./draw-headings";

const LIBRARY = { kind: "library", count: 3 } as Reason;
const DEGREE = { kind: "in_degree", count: 9, bound: 8 } as Reason;

/** The top level with some of its nodes extracted from the main graph. */
function sceneWith(reasons: Readonly<Record<string, Reason>>): Scene {
  const top = mnistScopes.get("");
  if (top === undefined) throw new Error("no top level");
  const nodes = top.nodes.map((node) => {
    const reason = reasons[node.name];
    const role = reason === undefined ? ("main" as const) : ("out_extract" as const);
    return { ...node, role, reason: reason ?? null };
  });
  const scopes = new Map<string, Scope>(mnistScopes).set("", { ...top, nodes });
  return buildScene(scopes, []);
}

function headings(reasons: Readonly<Record<string, Reason>>): string[] {
  const found = headingsOf(sceneWith(reasons)).get("") ?? [];
  return found.map(({ text }) => text);
}

it("heads the main graph and the auxiliary nodes", () => {
  expect(headings({ train_step: DEGREE })).toEqual(["Main graph", "Auxiliary nodes"]);
});

it("calls the library of functions by its name, alone and beside others", () => {
  expect(headings({ accuracy: LIBRARY })).toEqual(["Main graph", "Functions"]);
  expect(headings({ accuracy: LIBRARY, train_step: DEGREE })).toEqual([
    "Main graph",
    "Auxiliary nodes",
    "Functions",
  ]);
});

it("gives the library a column of its own", () => {
  const scene = sceneWith({ accuracy: LIBRARY, train_step: DEGREE, loss_function: DEGREE });
  const columns = columnsOf(scene).get("") ?? [];
  expect(columns.map(({ isLibrary }) => isLibrary).sort()).toEqual([false, true]);
  const [one, other] = columns.map(({ rect }) => rect);
  if (one === undefined || other === undefined) throw new Error("no two columns");
  expect(rectsOverlap(one, other)).toBe(false);
  const { rect } = columns.find(({ isLibrary }) => isLibrary) ?? { rect: one };
  const inside = scene.boxes.filter(({ worldRect }) => {
    const { x, y } = rectMiddle(worldRect);
    return rectContains(rect, x, y);
  });
  expect(inside.map(({ node }) => node.name)).toEqual(["accuracy"]);
});

it("heads nothing where all nodes are in the main graph", () => {
  expect(headings({})).toEqual([]);
});
