import { describe, expect, it } from "vitest";
import { mnistScopes } from "./testdata/mnist-graph";
import { scopesTopDown, visibleGraph } from "./visible";

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
});
