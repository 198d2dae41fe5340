import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projection } from "../axes/projection";
import { LINEAR } from "../axes/scale";
import { traceBandColumns } from "./band-columns";

const AREA = { left: 10, top: 0, width: 20, height: 100, ratio: 1 };
const WHOLE = [0, 20] as const;
/** One unit is one pixel; y grows downwards from 100. */
const TO = projection(
  {
    x: { scale: LINEAR, ends: WHOLE },
    left: { scale: LINEAR, ends: [0, 100] },
    right: null,
  },
  "left",
  AREA,
);

type Stroke = { x: number; top: number; bottom: number };

function traced(x: number[], min: number[], max: number[]): Stroke[] {
  const strokes: Stroke[] = [];
  let from = { x: 0, y: 0 };
  const pen = {
    moveTo: (x: number, y: number) => {
      from = { x, y };
    },
    lineTo: (x: number, y: number) => {
      expect(x).toBe(from.x);
      strokes.push({ x, top: from.y, bottom: y });
    },
  };
  const band = { min: Float64Array.from(min), max: Float64Array.from(max) };
  traceBandColumns(pen, Float64Array.from(x), band, WHOLE, TO, AREA);
  return strokes;
}

describe("a band in columns", () => {
  it("reaches as far as all that stands in a column", () => {
    expect(traced([2, 2.25, 2.5], [10, 5, 20], [30, 25, 60])).toEqual([
      { x: 12.5, top: 40, bottom: 95 },
    ]);
  });

  it("goes on between places that are columns apart", () => {
    expect(traced([1, 3], [10, 30], [20, 40])).toEqual([
      { x: 11.5, top: 70, bottom: 90 },
      { x: 12.5, top: 60, bottom: 80 },
      { x: 13.5, top: 60, bottom: 70 },
    ]);
  });

  it("breaks where nothing finite is, and ends with the area", () => {
    const gap = traced([1, 5, 9], [10, Number.NaN, 10], [20, Number.NaN, 20]);
    expect(gap.map(({ x }) => x)).toEqual([11.5, 19.5]);
    const beyond = traced([-1e9, 1e9], [10, 10], [20, 20]);
    expect(beyond.length).toBeLessThanOrEqual(AREA.width + 2);
    expect(beyond.at(0)?.x).toBeLessThanOrEqual(10.5);
    expect(beyond.at(-1)?.x).toBeGreaterThanOrEqual(29.5);
  });

  it("covers every place of the band, one stroke to a column", () => {
    const place = fc.record({
      x: fc.double({ min: 0, max: 20, noNaN: true }),
      y: fc.double({ min: 0, max: 100, noNaN: true }),
      more: fc.double({ min: 0, max: 50, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1 }), (drawn) => {
        const places = drawn.toSorted((one, other) => one.x - other.x);
        const strokes = traced(
          places.map(({ x }) => x),
          places.map(({ y }) => y),
          places.map(({ y, more }) => y + more),
        );
        const byColumn = new Map(strokes.map((stroke) => [stroke.x, stroke]));
        expect(byColumn.size).toBe(strokes.length);
        for (const { x, y, more } of places) {
          const stroke = byColumn.get(Math.floor(TO.x(x)) + 0.5);
          expect(stroke?.top).toBeLessThanOrEqual(TO.y(y + more));
          expect(stroke?.bottom).toBeGreaterThanOrEqual(TO.y(y));
        }
      }),
    );
  });
});
