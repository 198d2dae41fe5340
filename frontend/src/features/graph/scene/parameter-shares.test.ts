import { expect, it } from "vitest";
import type { Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { buildScopes, makeReason, NO_COSTS } from "../testing/make-graph";

/** A dense layer in a scope, a frozen one beside it, and the library with the same weights again. */
function scopes(): Map<string, Scope> {
  const built = buildScopes(["a/kernel", "a/add", "frozen", "library/kernel"], []);
  const costs = (parameters: number | null, non_trainable: number | null = null) => {
    return { ...NO_COSTS, parameters, non_trainable };
  };
  const known = new Map([
    ["a", costs(60)],
    ["a/kernel", costs(60)],
    ["frozen", costs(null, 20)],
    ["library", costs(60)],
  ]);
  return new Map(
    [...built].map(([name, scope]) => {
      const nodes = scope.nodes.map((node) => ({
        ...node,
        costs: known.get(node.name) ?? NO_COSTS,
        reason: node.name === "library" ? makeReason("library", { count: 1 }) : null,
      }));
      return [name, { ...scope, nodes, costs: name === "" ? costs(60, 20) : NO_COSTS }];
    }),
  );
}

it("are of all weights of the graph, trainable or not", () => {
  const { shares } = buildScene(scopes(), ["a"]);
  expect(shares).toEqual(
    new Map([
      ["a", 0.75],
      ["a/kernel", 0.75],
      ["frozen", 0.25],
    ]),
  );
});

it("are none where nothing is known of the parameters", () => {
  expect(buildScene(buildScopes(["a", "b"], []), []).shares.size).toBe(0);
});
