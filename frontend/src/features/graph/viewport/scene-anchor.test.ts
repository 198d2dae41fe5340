import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { hasSameOpen } from "./scene-anchor";

const whole = buildScene(mnistScopes, []);

describe("drawings of a graph", () => {
  it("have the same open scopes or not", () => {
    expect(hasSameOpen(whole, buildScene(mnistScopes, []))).toBe(true);
    expect(hasSameOpen(whole, buildScene(mnistScopes, ["layer1"]))).toBe(false);
    expect(hasSameOpen(buildScene(mnistScopes, ["layer1"]), whole)).toBe(false);
  });
});
