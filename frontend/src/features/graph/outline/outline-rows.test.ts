import { expect, test } from "vitest";
import type { Scope, ScopeNode } from "../scope/model";
import type { VisibleScope } from "../visible/visible-graph";
import { outlineRows, outlineStep } from "./outline-rows";

function node(name: string, expandable = false): ScopeNode {
  return { name, label: name, kind: expandable ? "metanode" : "op", expandable } as ScopeNode;
}

function holder(nodes: ScopeNode[], open: [string, VisibleScope][] = []): VisibleScope {
  return { scope: { nodes } as unknown as Scope, depth: 0, open: new Map(open) };
}

const inside = holder([node("b/x"), node("b/y")]);
const rows = outlineRows(
  holder([node("a"), node("b", true), node("c", true), node("d")], [["b", inside]]),
);

test("rows tell how deep they are, and which of how many", () => {
  const summaries = rows.map(({ node, level, place, parent, holder }) => {
    return [node.name, level, place, holder.scope.nodes.length, parent];
  });
  expect(summaries).toEqual([
    ["a", 1, 1, 4, -1],
    ["b", 1, 2, 4, -1],
    ["b/x", 2, 1, 2, 1],
    ["b/y", 2, 2, 2, 1],
    ["c", 1, 3, 4, -1],
    ["d", 1, 4, 4, -1],
  ]);
});

test.each([
  [1, "ArrowRight", { to: 2 }],
  [4, "ArrowRight", "toggle"],
  [0, "ArrowRight", undefined],
  [1, "ArrowLeft", "toggle"],
  [3, "ArrowLeft", { to: 1 }],
  [0, "ArrowLeft", undefined],
  [3, "Backspace", { to: 1 }],
  [5, "ArrowDown", { to: 5 }],
  [0, "PageDown", { to: 3 }],
  [4, "Home", { to: 0 }],
  [0, "End", { to: 5 }],
])("at row %i, %s", (at, key, step) => {
  expect(outlineStep(rows, at, key, 3)).toEqual(step);
});
