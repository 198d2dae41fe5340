import { describe, expect, it } from "vitest";
import { worldToView } from "../scene/camera";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { hasSameOpen, holdMiddle } from "./scene-anchor";

const whole = buildScene(mnistScopes, []);
const size = { width: 800, height: 600 };

describe("holding a drawing while it changes", () => {
  it("is for drawings with the same open scopes", () => {
    expect(hasSameOpen(whole, buildScene(mnistScopes, []))).toBe(true);
    expect(hasSameOpen(whole, buildScene(mnistScopes, ["layer1"]))).toBe(false);
    expect(hasSameOpen(buildScene(mnistScopes, ["layer1"]), whole)).toBe(false);
  });

  it("leaves what is in the middle where it is", () => {
    const [box] = whole.boxes;
    const rect = { ...box.worldRect, x: box.worldRect.x + 130, y: box.worldRect.y - 40 };
    const moved = { ...box, worldRect: rect };
    const boxByName = new Map(whole.boxByName).set(box.node.name, moved);
    const camera = {
      scale: 0.8,
      x: size.width / 2 - 0.8 * box.worldRect.x,
      y: size.height / 2 - 0.8 * box.worldRect.y,
    };
    const held = holdMiddle(whole, { ...whole, boxByName }, camera, size);
    expect(held.scale).toBe(0.8);
    const [was, is] = [worldToView(camera, box.worldRect), worldToView(held, rect)];
    expect(is.x).toBeCloseTo(was.x, 6);
    expect(is.y).toBeCloseTo(was.y, 6);
  });
});
