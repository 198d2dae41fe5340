import { describe, expect, it } from "vitest";
import type { Point } from "../../../lib/geometry/geometry";
import type { Camera } from "../options/camera";
import { worldToView } from "../scene/camera";
import { type BoxPair, cameraInStep } from "./camera-in-step";

const SIZE = { width: 400, height: 300 };
const NARROW = { width: 200, height: 300 };

function at({ x, y }: Point, size = 10) {
  return { x: x - size / 2, y: y - size / 2, width: size, height: size };
}

function pair(here: Point, there: Point, fields: Partial<BoxPair> = {}): BoxPair {
  return { here: at(here), there: at(there), isSelected: false, isOpen: false, ...fields };
}

/** Looks at a point of the world in the middle of the view. */
function lookingAt({ x, y }: Point, scale = 1): Camera {
  return { x: SIZE.width / 2 - x * scale, y: SIZE.height / 2 - y * scale, scale };
}

function follow(camera: Camera, pairs: readonly BoxPair[]): Camera {
  return cameraInStep(camera, SIZE, pairs, SIZE) as Camera;
}

describe("the camera of the other drawing", () => {
  const near = pair({ x: 0, y: 0 }, { x: 50, y: 20 });
  const far = pair({ x: 0, y: 5000 }, { x: 50, y: 9000 });

  it("shows the counterpart of what is in the middle in the middle, at the same zoom", () => {
    const camera = follow(lookingAt({ x: 0, y: 0 }, 2), [near, far]);
    expect(camera.scale).toBe(2);
    expect(worldToView(camera, { x: 50, y: 20 })).toEqual({ x: 200, y: 150 });
    const narrow = cameraInStep(lookingAt({ x: 0, y: 0 }), SIZE, [near, far], NARROW) as Camera;
    expect(worldToView(narrow, { x: 50, y: 20 })).toEqual({ x: 100, y: 150 });
  });

  it("moves without jumps from one pair to the next", () => {
    const next = pair({ x: 0, y: 300 }, { x: 50, y: 900 });
    let before = follow(lookingAt({ x: 0, y: 0 }), [near, next]);
    for (let y = 1; y <= 300; y++) {
      const camera = follow(lookingAt({ x: 0, y }), [near, next]);
      expect(Math.abs(camera.y - before.y)).toBeLessThan(15);
      before = camera;
    }
    expect(worldToView(before, { x: 50, y: 900 }).y).toBeCloseTo(150, 0);
  });

  it("has a selected pair at the same place, whatever else is in view", () => {
    const selected = pair({ x: 90, y: 0 }, { x: 300, y: 0 }, { isSelected: true });
    const camera = lookingAt({ x: 0, y: 0 });
    const other = follow(camera, [near, selected]);
    expect(worldToView(other, { x: 300, y: 0 }).x).toBeCloseTo(290, 0);
  });

  it("stays in the scope that both have, where nothing near is in both", () => {
    const scope = {
      ...pair({ x: 0, y: 500 }, { x: 0, y: 700 }, { isOpen: true }),
      here: { x: -100, y: 50, width: 200, height: 900 },
      there: { x: -100, y: 650, width: 200, height: 100 },
    };
    const inside = pair({ x: 0, y: 900 }, { x: 0, y: 700 });
    const camera = follow(lookingAt({ x: 0, y: 100 }), [near, scope, inside]);
    // As far into the scope as here: by `near` alone, it would look at 120.
    const looksAt = (SIZE.height / 2 - camera.y) / camera.scale;
    expect(looksAt).toBeCloseTo(650 + 100 * (50 / 900), 0);
  });

  it("moves as far as the other one where no node is in both", () => {
    const before = { here: lookingAt({ x: 0, y: 0 }), there: lookingAt({ x: 70, y: 0 }) };
    const camera = cameraInStep(lookingAt({ x: 10, y: 5 }, 2), SIZE, [], SIZE, before) as Camera;
    expect(worldToView(camera, { x: 80, y: 5 })).toEqual({ x: 200, y: 150 });
    expect(cameraInStep(lookingAt({ x: 0, y: 0 }), SIZE, [], SIZE)).toBeUndefined();
  });
});
