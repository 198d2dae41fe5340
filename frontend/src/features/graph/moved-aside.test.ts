import { expect, it } from "vitest";
import type { ScopeNode } from "./model";
import { movedAside } from "./moved-aside";
import { buildScopes } from "./testdata/make-graph";

const REASONS: Readonly<Record<string, string>> = {
  read: "in-degree 6, above 4",
  join: "out-degree 12, above 9",
  note: "linked by annotations only",
  init: "op type NoOp",
  hub: "removed by the rule name hub: in-degree 3",
};

it("counts what each threshold moved in the scopes that are open", () => {
  const scopes = [
    ...buildScopes(
      Object.keys(REASONS).map((op) => `scope/${op}`),
      [],
    ).values(),
  ];
  const moved = scopes.map((scope) => ({
    scope: { ...scope, nodes: scope.nodes.map(withReason) },
  }));
  expect(movedAside(moved, "auto_extract")).toBe(2);
  expect(movedAside(moved, "isolated")).toBe(1);
  expect(movedAside(moved.slice(0, 1), "isolated")).toBe(0);
});

function withReason(node: ScopeNode): ScopeNode {
  return { ...node, reason: REASONS[node.label] ?? null };
}
