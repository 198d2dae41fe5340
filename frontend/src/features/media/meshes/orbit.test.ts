import fc from "fast-check";
import { expect, test } from "vitest";
import { closer, eyeOf, FRONT, orbitFrom, turned, wholeDistance } from "./orbit";

const share = fc.double({ min: -3, max: 3, noNaN: true });
const moves = fc.array(fc.tuple(share, share, fc.double({ min: 0.01, max: 100, noNaN: true })), {
  maxLength: 12,
});

test("wherever it is dragged, the camera is at its distance and never upside down", () => {
  fc.assert(
    fc.property(moves, (all) => {
      const end = all.reduce((orbit, [dx, dy, by]) => closer(turned(orbit, dx, dy), by), FRONT);
      expect(Math.hypot(...eyeOf(end, 3))).toBeCloseTo(3, 9);
      expect(Math.cos(end.pitch)).toBeGreaterThan(0);
      expect(end.zoom).toBeGreaterThanOrEqual(0.1);
      expect(end.zoom).toBeLessThanOrEqual(100);
    }),
  );
});

test("what is dragged follows the pointer", () => {
  const ahead = { yaw: 0, pitch: 0, zoom: 1 };
  const [x] = eyeOf(turned(ahead, 0.1, 0), 1);
  const [, y] = eyeOf(turned(ahead, 0, 0.1), 1);
  expect(x).toBeLessThan(0); // the camera goes left, and what it sees right
  expect(y).toBeGreaterThan(0); // the camera goes up, and what it sees down
});

test("a mesh is seen from where its author stood", () => {
  const at = fc.double({ min: -20, max: 20, noNaN: true });
  const spheres = fc.record({
    centre: fc.tuple(at, at, at),
    radius: fc.double({ min: 0.5, max: 5, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.tuple(at, at, at), spheres, (place, sphere) => {
      const offset = place.map((value, axis) => value - (sphere.centre[axis] ?? 0));
      const [, y] = offset as [number, number, number];
      const distance = Math.hypot(...offset);
      // Neither over a pole nor nearer or farther than one can go.
      const radii = distance / sphere.radius;
      fc.pre(radii > 0.1 && radii < 10 && Math.abs(y) < distance * 0.99);
      const orbit = orbitFrom(place, sphere, 75);
      if (orbit === null) throw new Error("no orbit");
      const eye = eyeOf(orbit, wholeDistance(75) / orbit.zoom);
      eye.forEach((value, axis) => {
        expect(value * sphere.radius).toBeCloseTo(offset[axis] ?? 0, 6);
      });
    }),
  );
  expect(orbitFrom([1, 1, 1], { centre: [1, 1, 1], radius: 2 }, 75)).toBeNull();
});
