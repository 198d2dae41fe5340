import { describe, expect, it } from "vitest";
import { mnistScopes } from "../testing/mnist-graph";
import { isSameVisible, scopesTopDown, type VisibleScope, visibleGraph } from "./visible-graph";

const find = (name: string) => mnistScopes.get(name);

describe("what is visible", () => {
  it("is nothing before the top level has arrived", () => {
    expect(visibleGraph(() => undefined, new Set(["layer1"]))).toBeUndefined();
  });

  it("is an opened scope only inside scopes that are open", () => {
    const hidden = visibleGraph(find, new Set(["layer1/weights"]));
    expect(hidden && scopesTopDown(hidden.top).length).toBe(1);
    const shown = visibleGraph(find, new Set(["layer1/weights", "layer1"]));
    expect(shown && scopesTopDown(shown.top).map(({ scope }) => scope.name)).toEqual([
      "",
      "layer1",
      "layer1/weights",
    ]);
  });

  it("shows a scope closed until it has arrived, and says so", () => {
    const onlyTop = (name: string) => (name === "" ? find("") : undefined);
    const visible = visibleGraph(onlyTop, new Set(["layer1", "no such scope"]));
    expect(visible?.missing).toEqual(["layer1"]);
    expect(visible?.top.open.size).toBe(0);
  });

  it("is the same as long as the same answers are open", () => {
    const top = (open: readonly string[], from = find): VisibleScope => {
      const graph = visibleGraph(from, new Set(open));
      if (graph === undefined) throw new Error("The test graph has no top level.");
      return graph.top;
    };
    const both = ["layer1", "layer1/weights"];
    const anew = (name: string) => {
      const scope = find(name);
      return scope && name === "layer1/weights" ? { ...scope } : scope;
    };
    expect(isSameVisible(top(both), top([...both].reverse()))).toBe(true);
    expect(isSameVisible(top(both), top([...both, "no such scope"]))).toBe(true);
    expect(isSameVisible(top(both), top(["layer1"]))).toBe(false);
    expect(isSameVisible(top(["layer1"]), top(["layer2"]))).toBe(false);
    expect(isSameVisible(top(both), top(both, anew))).toBe(false);
  });
});
