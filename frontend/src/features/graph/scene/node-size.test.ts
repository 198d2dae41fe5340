import { describe, expect, it } from "vitest";
import type { Scope, ScopeNode } from "../scope/model";
import { measureLetters } from "../testing/build-scene";
import { buildScopes, NO_COSTS } from "../testing/make-graph";
import { nodeSize, weightOf } from "./node-size";

const TOP = buildScopes(["head/x", "mean"], []).get("") as Scope;
const [SCOPE, OP] = TOP.nodes as [ScopeNode, ScopeNode];

function height(node: ScopeNode): number {
  return nodeSize(node, measureLetters).height;
}

describe("how heavy a node looks", () => {
  it("grows with the ops inside a scope", () => {
    const heights = [1, 30, 956, 20_000].map((count) => height({ ...SCOPE, count }));
    expect(heights).toEqual([40, 50, 62, 76]);
  });

  it("grows with the parameters where there are few ops", () => {
    const costs = { ...NO_COSTS, parameters: 900_000, non_trainable: 200_000 };
    expect(weightOf({ ...SCOPE, count: 2, costs })).toBe(2);
  });

  it("tells a large op from a small one", () => {
    expect(height(OP)).toBeLessThan(height({ ...OP, costs: { ...NO_COSTS, flops: 2e9 } }));
  });

  it("is a stack for a series, higher by the cards behind", () => {
    const series = { ...SCOPE, kind: "series", count: 5 } as const;
    expect(height(series)).toBeGreaterThan(height({ ...SCOPE, count: 5 }));
  });
});
