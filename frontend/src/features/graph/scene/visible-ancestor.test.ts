import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { pathByName, visibleAncestor } from "./visible-ancestor";

describe("the node that shows another", () => {
  const scene = buildScene(mnistScopes, ["layer1"]);

  it("is itself where it is drawn, open or not", () => {
    expect(visibleAncestor(scene, pathByName("layer2"))).toBe("layer2");
    expect(visibleAncestor(scene, pathByName("layer1"))).toBe("layer1");
    expect(visibleAncestor(scene, pathByName("layer1/MatMul"))).toBe("layer1/MatMul");
  });

  it("is the closed scope around it", () => {
    expect(visibleAncestor(scene, pathByName("layer2/weights/read"))).toBe("layer2");
    expect(visibleAncestor(scene, pathByName("layer1/weights/read"))).toBe("layer1/weights");
  });

  it("is a closed scope that its name does not tell", () => {
    const place = { node: "elsewhere/op", scopes: ["layer1", "layer1/weights"] };
    expect(visibleAncestor(scene, place)).toBe("layer1/weights");
  });

  it("is none where it is not drawn", () => {
    expect(visibleAncestor(scene, pathByName("layer1/nothing"))).toBe("");
    expect(visibleAncestor(scene, pathByName("nothing/at/all"))).toBe("");
    expect(visibleAncestor(null, pathByName("layer1"))).toBe("");
  });
});
