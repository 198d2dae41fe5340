import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { nameInSight, placeOf } from "./visible-ancestor";

describe("the node that shows another", () => {
  const scene = buildScene(mnistScopes, ["layer1"]);

  it("is itself where it is drawn, open or not", () => {
    expect(nameInSight(scene, placeOf("layer2"))).toBe("layer2");
    expect(nameInSight(scene, placeOf("layer1"))).toBe("layer1");
    expect(nameInSight(scene, placeOf("layer1/MatMul"))).toBe("layer1/MatMul");
  });

  it("is the closed scope around it", () => {
    expect(nameInSight(scene, placeOf("layer2/weights/read"))).toBe("layer2");
    expect(nameInSight(scene, placeOf("layer1/weights/read"))).toBe("layer1/weights");
  });

  it("is a closed scope that its name does not tell", () => {
    const place = { node: "elsewhere/op", scopes: ["layer1", "layer1/weights"] };
    expect(nameInSight(scene, place)).toBe("layer1/weights");
  });

  it("is none where it is not drawn", () => {
    expect(nameInSight(scene, placeOf("layer1/nothing"))).toBe("");
    expect(nameInSight(scene, placeOf("nothing/at/all"))).toBe("");
    expect(nameInSight(null, placeOf("layer1"))).toBe("");
  });
});
