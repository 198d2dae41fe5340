import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cloudOf, FRONT, pointAt, seen } from "./points";

const COORDINATES = [0, 0, 5, 10, 2, 5, 4, 4, 5];

it("centres points and keeps the proportions of their distances", () => {
  const { places, count } = cloudOf(COORDINATES, 3, [0, 1, -1]);
  expect(count).toBe(3);
  const expected = [-1, -0.4, 0, 1, 0, 0, -0.2, 0.4, 0];
  for (const [at, value] of expected.entries()) expect(places[at]).toBeCloseTo(value);
});

describe("what is seen", () => {
  const cloud = cloudOf(COORDINATES, 3, [0, 1, 2]);

  it("is in the middle from the front, larger when zoomed", () => {
    const { x, y } = seen(cloud, FRONT, 200, 100);
    expect([x[0], y[1]]).toEqual([100 - 44, 50]);
    expect(seen(cloud, { ...FRONT, zoom: 2 }, 200, 100).x[0]).toBe(100 - 88);
  });

  it("keeps distances from the middle whatever way it is turned", () => {
    const angle = fc.double({ min: -7, max: 7, noNaN: true });
    fc.assert(
      fc.property(angle, angle, (yaw, pitch) => {
        const { x, y, depth } = seen(cloud, { ...FRONT, yaw, pitch }, 100, 100);
        for (let at = 0; at < 3; at += 1) {
          const place = [0, 1, 2].map((axis) => cloud.places[3 * at + axis] ?? 0);
          const turned = Math.hypot(
            ((x[at] ?? 0) - 50) / 44,
            (50 - (y[at] ?? 0)) / 44,
            depth[at] ?? 0,
          );
          expect(turned).toBeCloseTo(Math.hypot(...place), 4);
        }
      }),
    );
  });
});

it("finds the point under the pointer, the one in front of two", () => {
  const points = {
    x: Float32Array.of(10, 10, 50),
    y: Float32Array.of(10, 10, 50),
    depth: Float32Array.of(-1, 1, 0),
  };
  expect(pointAt(points, 11, 10, 8)).toBe(1);
  expect(pointAt(points, 52, 51, 8)).toBe(2);
  expect(pointAt(points, 100, 100, 8)).toBeNull();
});
