import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { scopesOfNode, viewWithNode } from "./permalink";

describe("a link to a node", () => {
  it("selects it and opens its scopes, and keeps the rest of the view", () => {
    const view = viewWithNode("tab=graph&open=a&other=1", "b/c/d", ["b", "b/c"]);
    const query = new URLSearchParams(view);
    expect(query.getAll("open")).toEqual(["a", "b", "b/c"]);
    expect([query.get("node"), query.get("other"), query.get("tab")]).toEqual([
      "b/c/d",
      "1",
      "graph",
    ]);
  });

  it("opens what was closed around it", () => {
    const view = viewWithNode("tab=graph&closed=b&closed=e", "b/c/d", ["b", "b/c"]);
    expect(new URLSearchParams(view).getAll("closed")).toEqual(["e"]);
  });

  it("knows the scopes that are drawn, and takes those of the name otherwise", () => {
    const scene = buildScene(mnistScopes, ["layer1"]);
    expect(scopesOfNode(scene, "layer1/weights")).toEqual(["layer1"]);
    expect(scopesOfNode(scene, "layer1")).toEqual([]);
    expect(scopesOfNode(scene, "layer2/a/b")).toEqual(["layer2", "layer2/a"]);
  });
});
