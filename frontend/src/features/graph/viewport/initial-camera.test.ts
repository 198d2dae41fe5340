import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIT_MARGIN, fitCamera, worldRectToView } from "../scene/camera";
import type { SceneBox } from "../scene/scene";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { type Drawn, initialCamera } from "./initial-camera";

const mnist = buildScene(mnistScopes, []);
const PHONE = { width: 390, height: 620 };

/** A drawing with boxes of its top level at these places of its width. */
function drawn(width: number, height: number, at: readonly number[]): Drawn {
  const boxes = at.map((x): SceneBox => {
    return { ...mnist.boxes[0], worldRect: { x, y: 0, width: 80, height: 40 } };
  });
  return { worldBounds: { x: 0, y: 0, width, height }, boxes };
}

describe("the opening camera", () => {
  it("shows a wide drawing in a narrow view at a size to be read", () => {
    const camera = initialCamera(mnist, PHONE);
    expect(camera.scale).toBeGreaterThan(2 * fitCamera(mnist.worldBounds, PHONE).scale);
    expect(initialCamera(drawn(1_700, 300, []), PHONE).scale).toBe(0.75);
  });

  it("turns to where most of the main graph is", () => {
    const at = initialCamera(drawn(1_700, 300, [0, 40, 100, 200, 1_600]), PHONE);
    expect(at.x).toBe(FIT_MARGIN);
  });

  it("shows all of the height, nothing beyond the sides, and in a wide view everything", () => {
    const side = fc.integer({ min: 100, max: 5_000 });
    const sizes = fc.record({
      width: fc.integer({ min: 300, max: 1_600 }),
      height: fc.integer({ min: 200, max: 900 }),
    });
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 9 });
    fc.assert(
      fc.property(side, side, places, sizes, (width, height, parts, size) => {
        const scene = drawn(
          width,
          height,
          parts.map((part) => part * (width - 80)),
        );
        const whole = fitCamera(scene.worldBounds, size);
        const camera = initialCamera(scene, size);
        if (size.width >= 480) expect(camera).toEqual(whole);
        expect(camera.scale).toBeGreaterThanOrEqual(whole.scale);
        const seen = worldRectToView(camera, scene.worldBounds);
        expect(seen.y).toBeGreaterThan(FIT_MARGIN - 0.01);
        if (seen.width < size.width) return;
        expect(seen.x).toBeLessThan(FIT_MARGIN + 0.01);
        expect(seen.x + seen.width).toBeGreaterThan(size.width - FIT_MARGIN - 0.01);
      }),
    );
  });
});
