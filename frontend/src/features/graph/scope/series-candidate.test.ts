import { describe, expect, it } from "vitest";
import { buildScopes } from "../testing/make-graph";
import type { Scope, ScopeNode } from "./model";
import { seriesCandidate } from "./series-candidate";

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

  it("takes a label with other digits as a whole, as the server does", () => {
    expect(seriesOfEach("s/a1b_1", "s/a1b_2")).toEqual([undefined, undefined]);
  });

  it("leaves ops of another type alone", () => {
    const scope = buildScopes(["s/a_1", "s/a_2"], []).get("s") as Scope;
    const nodes = scope.nodes.map((node, i) => ({ ...node, op: i === 0 ? "Mul" : "Add" }));
    expect(seriesCandidate({ ...scope, nodes }, nodes[0])).toBeUndefined();
  });
});
