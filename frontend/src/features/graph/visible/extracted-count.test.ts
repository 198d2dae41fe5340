import { expect, it } from "vitest";
import type { Reason, ScopeNode } from "../scope/model";
import { buildScopes, makeReason } from "../testing/make-graph";
import { extractedCount } from "./extracted-count";

const REASONS: Readonly<Record<string, Reason>> = {
  read: makeReason("in_degree", { count: 6, bound: 4 }),
  join: makeReason("out_degree", { count: 12, bound: 9 }),
  note: makeReason("isolated"),
  init: makeReason("op_type", { what: "NoOp" }),
  hub: makeReason("choice", { what: "exclude:name:isolated" }),
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
  expect(extractedCount(moved, "auto_extract")).toBe(2);
  expect(extractedCount(moved, "isolated")).toBe(1);
  expect(extractedCount(moved.slice(0, 1), "isolated")).toBe(0);
});

function withReason(node: ScopeNode): ScopeNode {
  return { ...node, reason: REASONS[node.label] ?? null };
}
