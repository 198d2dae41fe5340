import { describe, expect, it } from "vitest";
import type { SceneEdge } from "../scene/scene";
import type { Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { buildScopes, type Flow } from "../testing/make-graph";
import { propagateCuts } from "./propagate-cuts";
import { type VisibleScope, visibleGraph } from "./visible-graph";

const FLOWS: Flow[] = [
  ["a/b/x", "out", "data"],
  ["a/b/x", "out", "control"],
  ["a/b/x", "other", "data"],
  ["in", "a/b/x", "data"],
];

function topWith(cut: (scope: string, source: string, target: string) => boolean): VisibleScope {
  const scopes = buildScopes(["a/b/x", "out", "other", "in"], FLOWS);
  for (const [name, scope] of scopes) {
    const edges = scope.edges.map((edge) => {
      const isCut = edge.kind === "data" && cut(name, edge.source, edge.target);
      return { ...edge, cut: isCut };
    });
    scopes.set(name, { ...scope, edges });
  }
  const visible = visibleGraph((name) => scopes.get(name), new Set(["a", "a/b"]));
  if (visible === undefined) throw new Error("There is no top level.");
  return visible.top;
}

function cutBridges({ bridges }: Scope): string[] {
  return bridges.filter(({ cut }) => cut).map(({ kind, neighbour }) => `${kind} ${neighbour}`);
}

const arrow = ({ source, target, hasArrow }: SceneEdge) => `${source} ${target} ${hasArrow}`;

describe("a cut line", () => {
  it("is cut in all open scopes that it comes from, and no other line with it", () => {
    const top = propagateCuts(topWith((_, __, target) => target === "out"));
    const a = top.open.get("a");
    const b = a?.open.get("a/b");
    expect(a && cutBridges(a.scope)).toEqual(["data out"]);
    expect(b && cutBridges(b.scope)).toEqual(["data out"]);
  });

  it("is cut in the scopes that it goes to", () => {
    const top = propagateCuts(topWith((_, source) => source === "in"));
    const b = top.open.get("a")?.open.get("a/b");
    expect(b && cutBridges(b.scope)).toEqual(["data in"]);
  });

  it("ends at the border of an open scope inside which it is cut", () => {
    const scopes = buildScopes(["in", "s/x"], [["in", "s/x", "data"]]);
    expect(buildScene(scopes, ["s"]).edges.map(arrow)).toEqual(["in s false", "in s/x true"]);
    const inside = scopes.get("s") as Scope;
    const bridges = inside.bridges.map((bridge) => ({ ...bridge, cut: true }));
    scopes.set("s", { ...inside, bridges });
    expect(buildScene(scopes, ["s"]).edges.map(arrow)).toEqual(["in s true"]);
  });

  it("leaves all as it is where nothing is cut", () => {
    const top = topWith(() => false);
    expect(propagateCuts(top)).toBe(top);
  });
});
