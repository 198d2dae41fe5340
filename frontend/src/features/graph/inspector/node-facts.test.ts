import { describe, expect, it } from "vitest";
import type { Scope, ScopeNode } from "../scope/model";
import { buildScopes, NO_COSTS } from "../testing/make-graph";
import { nodeFacts } from "./node-facts";

const SCOPE = buildScopes(
  ["a", "b", "c/x"],
  [
    ["a", "b", "data"],
    ["b", "c/x", "control"],
  ],
).get("") as Scope;

function named(name: string): ScopeNode {
  return SCOPE.nodes.find((node) => node.name === name) as ScopeNode;
}

describe("the facts of a node", () => {
  it("begin with what it is and what goes in and out", () => {
    expect(nodeFacts({ ...named("b"), op: "Conv2D" }, SCOPE)).toEqual([
      ["Kind", "op"],
      ["Op", "Conv2D"],
      ["Input", "2×3"],
    ]);
  });

  it("have the constants by value, and count those that have no room", () => {
    const labels = ["stride 2×2", "padding 1×1", "groups = 1", "dilation 1×1", "eps = 1e-05", "3"];
    const annotations = labels.map((label) => {
      return { name: "b/3", label, kind: "constant", op: "Const", shape: null } as const;
    });
    expect(nodeFacts({ ...named("b"), annotations }, SCOPE)).toContainEqual([
      "Constants",
      "stride 2×2, padding 1×1, groups = 1, dilation 1×1, and 1 more",
    ]);
  });

  it("say of a scope how many ops and parameters it has", () => {
    const costs = { ...NO_COSTS, parameters: 1234, lower_bounds: ["parameters" as const] };
    const facts = nodeFacts({ ...named("c"), count: 58, costs }, SCOPE);
    expect(facts).toContainEqual(["Contents", "58 ops"]);
    expect(facts).toContainEqual(["Parameters", "at least 1,234"]);
  });
});
