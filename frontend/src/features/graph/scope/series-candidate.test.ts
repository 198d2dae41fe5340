import { describe, expect, it } from "vitest";
import { buildScopes } from "../testing/make-graph";
import type { Scope, ScopeNode } from "./model";
import { seriesCandidate, stackCandidate } from "./series-candidate";

function seriesOfEach(...names: string[]): (string | undefined)[] {
  const scope = buildScopes(names, []).get("s") as Scope;
  return scope.nodes.map((node: ScopeNode) => seriesCandidate(scope, node));
}

describe("the series of an op", () => {
  it("holds the ops whose numbers follow each other", () => {
    const series = "s/add_[1-3]";
    expect(seriesOfEach("s/add_1", "s/add_3", "s/add_2", "s/add_7", "s/mul_2")).toEqual([
      series,
      series,
      series,
      undefined,
      undefined,
    ]);
  });

  it("takes letters of either case, unless the rule is exact", () => {
    const scope = buildScopes(["s/Mul_1", "s/mul_2"], []).get("s") as Scope;
    const [first] = scope.nodes as [ScopeNode];
    expect(seriesCandidate(scope, first)).toBe("s/Mul_[1-2]");
    expect(seriesCandidate(scope, first, true)).toBeUndefined();
  });

  it("takes a label with other digits as a whole, as the server does", () => {
    expect(seriesOfEach("s/a1b_1", "s/a1b_2")).toEqual([undefined, undefined]);
  });

  it("leaves ops of another type alone", () => {
    const scope = buildScopes(["s/a_1", "s/a_2"], []).get("s") as Scope;
    const nodes = scope.nodes.map((node, i) => ({ ...node, op: i === 0 ? "Mul" : "Add" }));
    expect(seriesCandidate({ ...scope, nodes }, nodes[0])).toBeUndefined();
  });
});

describe("the stack of a scope", () => {
  it("holds the scopes of one structure whose names are equal up to a number", () => {
    const names = ["s/cell/a", "s/cell_1/a", "s/Cell_4/a", "s/cell_2/a", "s/other_3/a"];
    const scope = buildScopes(names, []).get("s") as Scope;
    const nodes = scope.nodes.map((node) => ({
      ...node,
      structure: node.name === "s/cell_2" ? 2 : 1,
    }));
    const stacks = nodes.map((node) => stackCandidate({ ...scope, nodes }, node));
    const stack = "s/cell[0-4]";
    expect(stacks).toEqual([stack, stack, stack, undefined, undefined]);
  });
});
