import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandOutline } from "./draw-colour-bands";

function areaOf(points: readonly (readonly [number, number])[]): number {
  let sum = 0;
  points.forEach(([x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length];
    sum += x * nextY - nextX * y;
  });
  return Math.abs(sum) / 2;
}

const RECT = { x: 10, y: 20, width: 100, height: 30 };

describe("a band", () => {
  it("in the middle is upright and as high as the box", () => {
    expect(bandOutline(RECT, 8, 0.25, 0.5)).toEqual([
      [35, 20],
      [60, 20],
      [60, 50],
      [35, 50],
    ]);
  });

  it("at an end is as round as the box", () => {
    const points = bandOutline(RECT, 15, 0, 0.5);
    expect(points[0]).toEqual([10, 35]);
    for (const [x, y] of points) {
      expect(y).toBeGreaterThanOrEqual(20);
      expect(y).toBeLessThanOrEqual(50);
      if (x < 25) expect(Math.hypot(x - 25, y - 35)).toBeLessThan(15.001);
    }
  });

  it("is a part of the box: all bands together are the whole", () => {
    const shares = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(shares, fc.integer({ min: 0, max: 40 }), (parts, radius) => {
        const total = parts.reduce((a, b) => a + b);
        let from = 0;
        let area = 0;
        for (const part of parts) {
          const to = Math.min(1, from + part / total);
          area += areaOf(bandOutline(RECT, radius, from, to));
          from = to;
        }
        const whole = areaOf(bandOutline(RECT, radius, 0, 1));
        const r = Math.min(radius, 15);
        expect(area).toBeLessThanOrEqual(RECT.width * RECT.height + 1e-6);
        // Bands cut corners at their ends only.
        expect(Math.abs(area - whole)).toBeLessThan(r * r * 0.1 + 1e-6);
      }),
    );
  });
});
