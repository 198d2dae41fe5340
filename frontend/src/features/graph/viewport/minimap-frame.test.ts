import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitCamera, visibleWorld } from "../scene/camera";
import {
  cameraAtMapPoint,
  frameOnMap,
  minimapScale,
  needsMinimap,
  shownShare,
} from "./minimap-frame";

const VIEW = { width: 1_000, height: 600 };
const bounds = fc.record({
  x: fc.constant(0),
  y: fc.constant(0),
  width: fc.integer({ min: 100, max: 90_000 }),
  height: fc.integer({ min: 100, max: 90_000 }),
});
const cameras = fc.record({
  x: fc.integer({ min: -9_000, max: 9_000 }),
  y: fc.integer({ min: -9_000, max: 9_000 }),
  scale: fc.constantFrom(0.02, 0.4, 1, 3),
});

describe("the minimap", () => {
  it("stays in its room and keeps the drawing's shape", () => {
    fc.assert(
      fc.property(bounds, (world) => {
        const { width, height, scale } = minimapScale(world);
        expect(width).toBeLessThanOrEqual(200);
        expect(height).toBeLessThanOrEqual(150);
        expect(width).toBeGreaterThanOrEqual(Math.round(world.width * scale));
      }),
    );
  });

  it("keeps its frame on the map, whatever is in view", () => {
    fc.assert(
      fc.property(bounds, cameras, (world, camera) => {
        const map = minimapScale(world);
        const frame = frameOnMap(world, camera, VIEW);
        expect(frame.x).toBeGreaterThanOrEqual(0);
        expect(frame.y).toBeGreaterThanOrEqual(0);
        expect(frame.x + frame.width).toBeLessThanOrEqual(map.width + 1e-9);
        expect(frame.y + frame.height).toBeLessThanOrEqual(map.height + 1e-9);
      }),
    );
  });

  it("shows what was pointed at on the map in the middle of the view", () => {
    fc.assert(
      fc.property(bounds, cameras, (world, camera) => {
        const map = minimapScale(world);
        const [mapX, mapY] = [map.width / 3, map.height / 4];
        const moved = cameraAtMapPoint(world, camera, VIEW, mapX, mapY);
        const shown = visibleWorld(moved, VIEW);
        expect(moved.scale).toBe(camera.scale);
        expect((shown.x + shown.width / 2) * map.scale).toBeCloseTo(mapX, 3);
        expect((shown.y + shown.height / 2) * map.scale).toBeCloseTo(mapY, 3);
      }),
    );
  });

  it("gives way in a small view, where it would cover the drawing", () => {
    const world = { x: 0, y: 0, width: 4_000, height: 3_000 };
    const camera = { x: 0, y: 0, scale: 1 };
    expect(needsMinimap(world, camera, VIEW)).toBe(true);
    expect(needsMinimap(world, camera, { width: 350, height: 150 })).toBe(false);
  });

  it("is needed until four fifths of the drawing are in view", () => {
    const world = { x: 0, y: 0, width: 1_000, height: 600 };
    expect(shownShare(world, { x: 0, y: 0, scale: 1 }, VIEW)).toBe(1);
    expect(shownShare(world, { x: -500, y: 0, scale: 1 }, VIEW)).toBe(0.5);
    expect(needsMinimap(world, { x: -190, y: 0, scale: 1 }, VIEW)).toBe(false);
    expect(needsMinimap(world, { x: -210, y: 0, scale: 1 }, VIEW)).toBe(true);
    expect(needsMinimap(world, { x: 5_000, y: 0, scale: 1 }, VIEW)).toBe(true);
    expect(needsMinimap(world, fitCamera(world, VIEW), VIEW)).toBe(false);
  });
});
