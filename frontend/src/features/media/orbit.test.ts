import fc from "fast-check";
import { expect, test } from "vitest";
import { closer, eyeOf, FRONT, turned } from "./orbit";

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
