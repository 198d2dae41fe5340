import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scope } from "../scope/model";
import { buildScopes, type Flow } from "../testing/make-graph";
import { mnistScopes } from "../testing/mnist-graph";
import { hideKinds, NOTHING_HIDDEN } from "./hide-kinds";
import { visibleGraph } from "./visible-graph";

const FLOWS: Flow[] = [
  ["a", "s/x", "data"],
  ["a", "s/x", "control"],
  ["s/x", "s/y", "control"],
  ["s/y", "b", "data"],
];

/** Two ops on the top level and two in a scope; `a` and `s/y` are of another type. */
function smallTop() {
  const scopes = buildScopes(["a", "s/x", "s/y", "b"], FLOWS);
  for (const [name, scope] of scopes) {
    const nodes = scope.nodes.map((node) =>
      /^(a|s\/y)$/.test(node.name) ? { ...node, op: "NoOp" } : node,
    );
    scopes.set(name, { ...scope, nodes });
  }
  return topOf(scopes, ["s"]);
}

function topOf(scopes: ReadonlyMap<string, Scope>, opened: readonly string[]) {
  const visible = visibleGraph((name) => scopes.get(name), new Set(opened));
  if (visible === undefined) throw new Error("There is no top level.");
  return visible.top;
}

describe("hidden kinds", () => {
  it("leave everything as it is where there are none", () => {
    const top = smallTop();
    expect(hideKinds(top, new Set())).toEqual({ top, hidden: NOTHING_HIDDEN });
    expect(hideKinds(top, new Set()).top).toBe(top);
  });

  it("go with their lines, in all visible scopes", () => {
    const { top, hidden } = hideKinds(smallTop(), new Set(["op:NoOp"]));
    const inside = top.open.get("s")?.scope;
    expect(top.scope.nodes.map(({ name }) => name)).toEqual(["s", "b"]);
    expect(top.scope.edges.map(({ source, target }) => `${source} ${target}`)).toEqual(["s b"]);
    expect(inside?.nodes.map(({ name }) => name)).toEqual(["s/x"]);
    expect(inside?.edges).toEqual([]);
    // `s/x` was fed from outside by the hidden `a`, `b` was fed by the hidden `s/y`.
    expect(inside?.bridges).toEqual([]);
    expect(hidden.nodes).toBe(2);
  });

  it("are control edges too, and then only these", () => {
    const { top, hidden } = hideKinds(smallTop(), new Set(["control"]));
    expect(top.scope.edges.map(({ kind }) => kind)).toEqual(["data", "data"]);
    expect(top.open.get("s")?.scope.edges).toEqual([]);
    expect(hidden).toEqual({ nodes: 0, annotations: 0, edges: 2 });
  });

  it("leave no loose end and no annotation of a hidden kind on a real graph", () => {
    const scopes = [...mnistScopes.keys()];
    const ops = new Set(
      [...mnistScopes.values()].flatMap(({ nodes }) => nodes.map(({ op }) => op)),
    );
    const kinds = [...ops].filter(Boolean).map((op) => `op:${op}`);
    fc.assert(
      fc.property(
        fc.subarray(scopes),
        fc.subarray([...kinds, "constants", "summaries", "control"]),
        (opened, hide) => {
          const before = topOf(mnistScopes, opened);
          const { top, hidden } = hideKinds(before, new Set(hide));
          const names = new Set(top.scope.nodes.map(({ name }) => name));
          for (const { source, target, kind } of top.scope.edges) {
            expect(names.has(source) && names.has(target)).toBe(true);
            expect(kind === "control" && hide.includes("control")).toBe(false);
          }
          const annotations = top.scope.nodes.flatMap((node) => node.annotations);
          expect(annotations.some(({ op }) => hide.includes(`op:${op}`))).toBe(false);
          if (opened.length === 0) {
            expect(hidden.nodes).toBe(before.scope.nodes.length - top.scope.nodes.length);
          }
        },
      ),
    );
  });
});
