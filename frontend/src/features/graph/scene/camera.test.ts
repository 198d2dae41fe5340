import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Camera, MIN_SCALE } from "../options/camera";
import {
  bringIntoView,
  cameraIn,
  fitCamera,
  holdPoint,
  isInView,
  showOpened,
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

  it("moves no further than it must to bring a box into view", () => {
    const camera = { x: 0, y: 0, scale: 1 };
    const size = { width: 800, height: 600 };
    const inView = { x: 100, y: 100, width: 50, height: 20 };
    expect(bringIntoView(camera, inView, size)).toEqual(camera);
    const moved = bringIntoView(camera, { x: 900, y: 100, width: 50, height: 20 }, size);
    expect(moved.y).toBe(0);
    expect(moved.x).toBe(-(950 - 800) - 28);
  });

  it("stays put when an opened scope is in view, and never loses its corner", () => {
    const sizes = fc.integer({ min: 50, max: 2_000 });
    const starts = fc.integer({ min: 30, max: 500 });
    const size = { width: 800, height: 600 };
    const camera = { x: 0, y: 0, scale: 1 };
    fc.assert(
      fc.property(starts, starts, sizes, sizes, (x, y, width, height) => {
        const moved = showOpened(camera, { x, y, width, height }, size);
        if (isInView(camera, { x, y, width, height }, size)) expect(moved).toEqual(camera);
        const now = worldRectToView(moved, { x, y, width, height });
        expect(Math.min(now.x, now.y)).toBeGreaterThanOrEqual(0);
        expect(now.x <= x && now.y <= y).toBe(true);
      }),
    );
  });

  it("moves to a scope that was opened at the lower right", () => {
    const size = { width: 800, height: 600 };
    const opened = { x: 700, y: 500, width: 300, height: 200 };
    const moved = showOpened({ x: 0, y: 0, scale: 1 }, opened, size);
    expect(isInView(moved, opened, size)).toBe(true);
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
