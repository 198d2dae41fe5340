/**
 * The sheet's colours as viewers see them. Contrast is WCAG 2.2's; dichromacy is Viénot, Brettel and
 * Mollon's projection (1999) in linear RGB; distance is ΔE*ab (CIE 1976): 2.3 is just noticeable.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SCOPE_SHADES } from "../render/theme";
import { CATEGORIES } from "../scene/node-fill";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const SIGHTS: readonly Matrix[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
];
const TO_XYZ: Matrix = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];

const times = (matrix: Matrix, [a, b, c]: Triple): Triple =>
  matrix.map((row) => row[0] * a + row[1] * b + row[2] * c) as unknown as Triple;

function linear(colour: string): Triple {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function lab(rgb: Triple): Triple {
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const [x, y, z] = times(TO_XYZ, rgb);
  const [fx, fy, fz] = [root(x / 0.9505), root(y), root(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red, green, blue] = linear(colour);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The least of it, for all kinds of colour vision or for some. */
function distance(one: string, other: string, sights = SIGHTS): number {
  return Math.min(
    ...sights.map((sight) => {
      const [a, b] = [lab(times(sight, linear(one))), lab(times(sight, linear(other)))];
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    }),
  );
}

/** The values of a sheet's `--graph-…` by name, of its first block or of that for dark pages. */
function readSheet(file: string, isDark: boolean): Map<string, string> {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const start = text.indexOf(isDark ? '[data-theme="dark"] .graph-tab' : "\n.graph-tab,");
  const block = text.slice(start, text.indexOf("}", start));
  return new Map(
    [...block.matchAll(/--graph-([\w-]+): (#\w+);/g)].map(([, k = "", v = ""]) => [k, v]),
  );
}

describe.each([
  ["light", false],
  ["dark", true],
])("the colours on a %s page", (_, isDark) => {
  const own = readSheet("../render/categories.css", isDark);
  const page = readSheet("../render/theme.css", isDark);
  const of = (name: string): string => own.get(name) ?? page.get(name) ?? "";
  const names = Array.from({ length: CATEGORIES }, (_, at) => `category-${at + 1}`);
  const scopes = ["ground", ...Array.from({ length: SCOPE_SHADES }, (_, at) => `scope-${at + 1}`)];
  const fills = [...names, "category-other"].map(of);

  it("let text be read", () => {
    for (const fill of [...fills, of("heat-1"), of("heat-2"), of("heat-3")]) {
      expect(contrast(fill, of("text"))).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(of("found"), of("on-found"))).toBeGreaterThanOrEqual(4.5);
  });

  it("differ from one another and from uncoloured nodes, for all kinds of colour vision", () => {
    const all = [...fills, of("metanode")];
    for (const [at, one] of fills.entries()) {
      for (const other of all.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(9);
    }
    for (const [at, one] of names.entries()) {
      for (const other of names.slice(at + 1)) {
        expect(distance(of(one), of(other))).toBeGreaterThan(16);
        expect(distance(of(one), of(other), SIGHTS.slice(0, 1))).toBeGreaterThan(18);
      }
    }
  });

  it("let every line be seen on every ground, and stubs less than lines", () => {
    const grounds = [...scopes, "extract"].map(of);
    const least = (name: string): number =>
      Math.min(...grounds.map((ground) => contrast(of(name), ground)));
    const lines = ["edge", "edge-wide", "control", "reference", "accent", "accent-wide"];
    for (const line of [...lines, "cut-line"]) expect(least(line), line).toBeGreaterThanOrEqual(3);
    for (const line of lines) expect(least(line), line).toBeGreaterThanOrEqual(least("cut-line"));
  });

  it("tell the grounds of scopes apart to a depth of seven", () => {
    for (const [at, one] of scopes.entries()) {
      for (const other of scopes.slice(at + 1)) {
        expect(distance(of(one), of(other), SIGHTS.slice(0, 1))).toBeGreaterThan(3.3);
      }
    }
  });

  it("go round so that a scope is on another ground than what is around it", () => {
    const round = Array.from(
      { length: 2 * SCOPE_SHADES },
      (_, at) => scopes[1 + (at % SCOPE_SHADES)],
    );
    for (const [at, one] of round.slice(1).entries()) {
      expect(distance(of(one), of(round[at]), SIGHTS.slice(0, 1))).toBeGreaterThan(3.3);
    }
  });

  it("have borders that stand out from the ground", () => {
    const lines = [...names, "category-other", "heat"].map((name) => of(`${name}-line`));
    for (const line of [...lines, of("found")]) {
      expect(contrast(line, of("ground"))).toBeGreaterThanOrEqual(2.4);
    }
  });
});
