import { describe, expect, it } from "vitest";
import type { Scope, ScopeAnnotation } from "../scope/model";
import { measureLetters } from "../testing/build-scene";
import { buildScopes, type Flow } from "../testing/make-graph";
import { annotationColumn, itemText, MAX_ANNOTATIONS, moreText } from "./annotation-column";
import { cutEndsAt } from "./cut-edge-stubs";

const SOURCES = ["s/init", "lr", "s/a", "s/b", "s/c", "s/d", "s/e"];

/** Seven nodes that feed `host`, all by cut edges, and one that `host` controls by a line. */
function scopeWithCuts(constants: number): Scope {
  const flows: Flow[] = SOURCES.map((name) => [name.replace("s/", "s-"), "host", "data"]);
  const ops = [...SOURCES.map((name) => name.replace("s/", "s-")), "host", "next"];
  const scope = buildScopes(ops, [...flows, ["host", "next", "control"]]).get("");
  if (scope === undefined) throw new Error("There is no top level.");
  const annotations = Array.from({ length: constants }, (_, i): ScopeAnnotation => {
    return { name: `host/c${i}`, label: `c${i}`, kind: "constant", op: "Const", shape: null };
  });
  return {
    ...scope,
    nodes: scope.nodes.map((node) => (node.name === "host" ? { ...node, annotations } : node)),
    edges: scope.edges.map((edge) => ({ ...edge, cut: edge.kind === "data" })),
  };
}

function column(scope: Scope, name: string, side: "before" | "after", isOpen = false) {
  const node = scope.nodes.find((each) => each.name === name);
  if (node === undefined) throw new Error(`There is no ${name}.`);
  return annotationColumn(scope, node, isOpen, side, measureLetters);
}

describe("cut ends", () => {
  it("stand at both ends of a cut edge, and at none of a line", () => {
    const scope = scopeWithCuts(0);
    expect(cutEndsAt(scope, "host").before.map(({ other }) => other)).toEqual(
      SOURCES.map((name) => name.replace("s/", "s-")),
    );
    expect(cutEndsAt(scope, "lr")).toEqual({
      before: [],
      after: [{ other: "host", text: "host", kind: "data", tensors: 1, label: "2×3" }],
    });
    expect(cutEndsAt(scope, "next")).toEqual({ before: [], after: [] });
  });

  it("stand at the child that a cut bridge ends at, on the side it comes from", () => {
    const scopes = buildScopes(["a", "s/x"], [["a", "s/x", "control"]]);
    const inside = scopes.get("s") as Scope;
    const bridges = inside.bridges.map((bridge) => ({ ...bridge, cut: true }));
    const [end] = cutEndsAt({ ...inside, bridges }, "s/x").before;
    expect(end).toMatchObject({ other: "a", kind: "control" });
  });

  it("are one for tensors and a control dependency from the same node", () => {
    const flows: Flow[] = [
      ["a", "b", "control"],
      ["a", "b", "data"],
    ];
    const scope = buildScopes(["a", "b"], flows).get("") as Scope;
    const cut = { ...scope, edges: scope.edges.map((edge) => ({ ...edge, cut: true })) };
    expect(cutEndsAt(cut, "b").before.map(({ kind }) => kind)).toEqual(["data"]);
  });
});

describe("the column beside a node", () => {
  it("shows five at most, and counts the others", () => {
    const { shown, more, size } = column(scopeWithCuts(0), "host", "before");
    expect([shown.length, more]).toEqual([MAX_ANNOTATIONS, SOURCES.length - MAX_ANNOTATIONS]);
    expect(size.height).toBeGreaterThan(column(scopeWithCuts(0), "lr", "after").size.height);
  });

  it("shares its room between constants and cut edges", () => {
    const { shown, more } = column(scopeWithCuts(9), "host", "before");
    expect(shown.map(itemText)).toEqual(["c0", "c1", "c2", "s-init", "lr"]);
    expect(more).toBe(9 + SOURCES.length - MAX_ANNOTATIONS);
    expect(moreText(more)).toBe("… 11 more");
    const few = column(scopeWithCuts(1), "host", "before").shown.map(itemText);
    expect(few.slice(0, 3)).toEqual(["c0", "s-init", "lr"]);
  });

  it("is empty beside an open node, and where there is nothing", () => {
    expect(column(scopeWithCuts(2), "host", "before", true).size.width).toBe(0);
    expect(column(scopeWithCuts(2), "host", "after").shown).toEqual([]);
  });
});
