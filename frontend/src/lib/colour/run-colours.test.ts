/**
 * The palette as viewers see it. Contrast is WCAG 2.2's; dichromacy is Viénot, Brettel and Mollon's
 * projection (1999) in linear RGB; distance is ΔE*ab (CIE 1976), where 2.3 is just noticeable.
 */
import { describe, expect, it } from "vitest";
import { PALETTE } from "./run-colours";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const SIGHTS: Record<string, Matrix> = {
  common: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

const times = (matrix: Matrix, vector: Triple): Triple =>
  matrix.map(
    (row) => row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2],
  ) as unknown as Triple;

function linear(colour: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TO_XYZ: Matrix = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];

function lab(rgb: Triple): Triple {
  const [x, y, z] = times(TO_XYZ, rgb);
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const [fx, fy, fz] = [root(x / 0.9505), root(y), root(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function leastDistance(colours: readonly string[], sight: Matrix): number {
  const seen = colours.map((colour) => lab(times(sight, linear(colour))));
  const distances = seen.flatMap((one, at) =>
    seen
      .slice(at + 1)
      .map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
  );
  return Math.min(...distances);
}

describe.each([
  ["light", "#ffffff"],
  ["dark", "#171a1d"],
] as const)("the %s tones", (theme, page) => {
  const tones = PALETTE.map((tone) => tone[theme]);

  it("stand out from the page by 3:1", () => {
    for (const tone of tones) expect(contrast(tone, page), tone).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(SIGHTS))("differ from each other for %s", (name, sight) => {
    // Lines are thin: colours that differ as areas may not as neighbouring curves.
    expect(leastDistance(tones, sight)).toBeGreaterThan(name === "common" ? 30 : 9);
  });
});
