import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Camera, MIN_SCALE } from "../options/camera";
import {
  cameraIn,
  fitCamera,
  holdPoint,
  viewToWorld,
  visibleWorld,
  worldRectToView,
  worldToView,
  zoomAt,
} from "./camera";

const place = fc.record({
  x: fc.integer({ min: -5_000, max: 5_000 }),
  y: fc.integer({ min: -5_000, max: 5_000 }),
});
const cameras: fc.Arbitrary<Camera> = fc
  .tuple(place, fc.integer({ min: 2, max: 700 }))
  .map(([at, percent]) => ({ ...at, scale: percent / 100 }));

function expectNear(a: { x: number; y: number }, b: { x: number; y: number }): void {
  expect(a.x).toBeCloseTo(b.x, 4);
  expect(a.y).toBeCloseTo(b.y, 4);
}

describe("the camera", () => {
  it("finds its way from view to world and back", () => {
    fc.assert(
      fc.property(cameras, place, (camera, point) => {
        expectNear(worldToView(camera, viewToWorld(camera, point)), point);
      }),
    );
  });

  it("zooms about the pointer", () => {
    fc.assert(
      fc.property(cameras, place, fc.constantFrom(0.01, 0.5, 1.2, 40), (camera, at, factor) => {
        const zoomed = zoomAt(camera, at, factor);
        expectNear(worldToView(zoomed, viewToWorld(camera, at)), at);
      }),
    );
  });

  it("holds a point of the world where it was", () => {
    fc.assert(
      fc.property(cameras, place, place, (camera, world, view) => {
        expectNear(worldToView(holdPoint(camera, world, view), world), view);
      }),
    );
  });

  it("fits a drawing whole and in the middle", () => {
    const size = { width: 800, height: 600 };
    const rect = worldRectToView(fitCamera({ x: -50, y: 20, width: 4_000, height: 500 }, size), {
      x: -50,
      y: 20,
      width: 4_000,
      height: 500,
    });
    expect(rect.x).toBeGreaterThan(0);
    expect(rect.x + rect.width).toBeLessThan(800);
    expect(rect.x + rect.width / 2).toBeCloseTo(400);
    expect(rect.y + rect.height / 2).toBeCloseTo(300);
  });

  it("shows in a view of another size all that was shown, its middle in the middle", () => {
    const lengths = fc.integer({ min: 200, max: 2_000 });
    const sizes = fc.record({ width: lengths, height: lengths });
    fc.assert(
      fc.property(cameras, sizes, sizes, (camera, size, now) => {
        expect(cameraIn({ camera, size }, size)).toEqual(camera);
        const moved = cameraIn({ camera, size }, now);
        const { x, y, width, height } = worldRectToView(moved, visibleWorld(camera, size));
        expectNear(
          { x: x + width / 2, y: y + height / 2 },
          { x: now.width / 2, y: now.height / 2 },
        );
        const isWhole = width <= now.width + 1e-6 && height <= now.height + 1e-6;
        expect(isWhole || moved.scale === MIN_SCALE).toBe(true);
      }),
    );
  });
});
