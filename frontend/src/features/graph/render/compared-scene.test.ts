import { describe, expect, it } from "vitest";
import type { Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { hasSameContent } from "../viewport/scene-anchor";
import { comparedScene } from "./compared-scene";

/** `old` was replaced by `new` between two ops that stayed. */
function scene() {
  const scopes = buildScopes(
    ["in", "old", "new", "out"],
    [
      ["in", "old", "data"],
      ["in", "new", "data"],
      ["old", "out", "data"],
      ["new", "out", "data"],
    ],
  );
  const top = scopes.get("") as Scope;
  const became = new Map([
    ["old", "removed"],
    ["new", "added"],
  ] as const);
  const nodes = top.nodes.map((node) => {
    const status = became.get(node.name as "old");
    return status === undefined
      ? node
      : { ...node, change: { status, added: 0, removed: 0, changed: 0, moved: 0, [status]: 1 } };
  });
  const edges = top.edges.map((edge) => {
    const change = became.get(edge.source as "old") ?? became.get(edge.target as "old");
    return change === undefined ? edge : { ...edge, change };
  });
  return buildScene(new Map([["", { ...top, nodes, edges }]]), []);
}

describe("one graph of a comparison", () => {
  const both = scene();
  const faint = (side: "before" | "after") => {
    const shown = comparedScene(both, side);
    expect(hasSameContent(both, shown)).toBe(true);
    return [
      shown.boxes.filter(({ opacity }) => opacity < 0.5).map(({ node }) => node.name),
      shown.edges
        .filter(({ opacity }) => opacity < 0.5)
        .map(({ source, target }) => source + target),
    ];
  };

  it("has what it lacks faint, in its place", () => {
    expect(faint("before")).toEqual([["new"], ["innew", "newout"]]);
    expect(faint("after")).toEqual([["old"], ["inold", "oldout"]]);
  });

  it("is on the boxes that a name leads to", () => {
    expect(comparedScene(both, "after").boxByName.get("old")?.opacity).toBeLessThan(0.5);
  });

  it("has nothing faint where both are shown", () => {
    const shown = comparedScene(both, "both");
    expect(hasSameContent(both, shown)).toBe(true);
    for (const { opacity } of [...shown.boxes, ...shown.edges]) expect(opacity).toBe(1);
  });

  it("has the sign of what became of an edge before its shape", () => {
    const { edges } = comparedScene(both, "both");
    const labels = edges.map(({ source, target, label }) => `${source} ${target} ${label}`);
    expect(labels).toContain("in old − 2×3");
    expect(labels).toContain("new out + 2×3");
  });
});
