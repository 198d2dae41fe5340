import { describe, expect, it } from "vitest";
import { buildScene } from "../testdata/build-scene";
import { mnistScopes } from "../testdata/mnist-graph";
import { nameInSight } from "./name-in-sight";

describe("the node that shows another", () => {
  const scene = buildScene(mnistScopes, ["layer1"]);

  it("is itself where it is drawn, open or not", () => {
    expect(nameInSight(scene, "layer2")).toBe("layer2");
    expect(nameInSight(scene, "layer1")).toBe("layer1");
    expect(nameInSight(scene, "layer1/MatMul")).toBe("layer1/MatMul");
  });

  it("is the closed scope around it", () => {
    expect(nameInSight(scene, "layer2/weights/read")).toBe("layer2");
    expect(nameInSight(scene, "layer1/weights/read")).toBe("layer1/weights");
  });

  it("is none where it is not drawn", () => {
    expect(nameInSight(scene, "layer1/nothing")).toBe("");
    expect(nameInSight(scene, "nothing/at/all")).toBe("");
    expect(nameInSight(null, "layer1")).toBe("");
  });
});
