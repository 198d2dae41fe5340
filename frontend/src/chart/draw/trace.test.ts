import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainLine } from "../model/plain-line";
import { nonFinitePoints, traceBand, traceLine } from "./trace";

/** Writes down what is drawn: M for a move, L for a line. */
function recorder() {
  const strokes: string[] = [];
  return {
    strokes,
    moveTo: (x: number, y: number) => strokes.push(`M${x},${y}`),
    lineTo: (x: number, y: number) => strokes.push(`L${x},${y}`),
  };
}

const AS_IT_IS = { place: null, low: 0, perUnit: 1, start: 0 };
const SAME = {
  x: (value: number) => value,
  y: (value: number) => value,
  alongX: AS_IT_IS,
  alongY: AS_IT_IS,
};
const column = (...values: number[]) => Float64Array.from(values);

/** The strokes, and behind them as A what stands alone. */
function traced(x: number[], y: number[], range: readonly [number, number] = [-100, 100]): string {
  const pen = recorder();
  const alone = traceLine(pen, column(...x), column(...y), range, SAME);
  return [...pen.strokes, ...(alone.length > 0 ? [`A${alone}`] : [])].join(" ");
}

describe("traceLine", () => {
  it("joins the points", () => {
    expect(traced([0, 1, 2], [5, 6, 7])).toBe("M0,5 L1,6 L2,7");
  });

  it("breaks where a value has no place", () => {
    expect(traced([0, 1, 2, 3, 4], [5, 6, Number.NaN, 7, 8])).toBe("M0,5 L1,6 M3,7 L4,8");
  });

  it("shows a point that stands alone between breaks, at the start and at the end", () => {
    expect(traced([0, 1, 2], [Number.NaN, 6, Number.NaN])).toBe("M1,6 A1,6");
    expect(traced([0, 1, 2], [5, Number.POSITIVE_INFINITY, 7])).toBe("M0,5 M2,7 A0,5,2,7");
    expect(traced([3], [4])).toBe("M3,4 A3,4");
  });

  it("runs to the edges of the range, and ends there", () => {
    expect(traced([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [1.5, 3.5])).toBe(
      "M1.5,1.5 L2,2 L3,3 L3.5,3.5",
    );
    expect(traced([0, 10], [0, 10], [4, 6])).toBe("M4,4 L6,6");
    expect(traced([0, 10], [0, Number.NaN], [4, 6])).toBe("M0,0 A0,0");
  });

  it("draws of a part of the points what it draws of all of them", () => {
    const values = fc.array(
      fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(Number.NaN, Infinity)),
      { maxLength: 30 },
    );
    const ends = fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.double({ min: 0, max: 1 }));
    fc.assert(
      fc.property(values, ends, (y, [one, other, offset]) => {
        const range = [Math.min(one, other) - offset, Math.max(one, other) + offset] as const;
        const x = y.map((_, at) => at);
        const inside = x.filter((at) => at >= range[0] && at <= range[1]);
        const before = x.filter((at) => at < range[0]).slice(-1);
        const after = x.filter((at) => at > range[1]).slice(0, 1);
        const part = [...before, ...inside, ...after];
        const partY = part.map((at) => y[at] as number);
        expect(traced(part, partY, range)).toBe(traced(x, y, range));
        for (const [, at] of traced(part, partY, range).matchAll(/L([^,]+),/g)) {
          expect(Number(at)).toBeGreaterThanOrEqual(range[0]);
          expect(Number(at)).toBeLessThanOrEqual(range[1]);
        }
      }),
    );
  });

  it("draws every point that shares its x with the end of the range", () => {
    expect(traced([1, 2, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2])).toBe("M1,1 L2,2 L2,3 L2,3");
  });

  it("draws every point of those at the same x", () => {
    expect(traced([1, 2, 2, 2, 3], [1, 2, 3, 4, 5])).toBe("M1,1 L2,2 L2,3 L2,4 L3,5");
  });

  it("draws nothing for no points", () => {
    expect(traced([], [])).toBe("");
  });
});

describe("traceLine, where points within a pixel are merged", () => {
  /** Where strokes begin and end, for each move. */
  function parts(x: Float64Array, y: Float64Array, merged: number): [number, number][][] {
    const lines: [number, number][][] = [];
    const pen = {
      moveTo: (toX: number, toY: number) => lines.push([[toX, toY]]),
      lineTo: (toX: number, toY: number) => lines.at(-1)?.push([toX, toY]),
    };
    traceLine(pen, x, y, [0, 1000], SAME, merged);
    return lines;
  }

  it("passes over points between which a line goes on up or on down", () => {
    const x = column(0, 0.25, 0.5, 0.75, 1, 1.25);
    expect(parts(x, column(1, 2, 3, 2, 1, 0), 1)).toEqual([
      [
        [0, 1],
        [0.5, 3],
        [1.25, 0],
      ],
    ]);
    expect(parts(x, column(1, 2, Number.NaN, 3, 4, 5), 1)).toEqual([
      [
        [0, 1],
        [0.25, 2],
      ],
      [
        [0.75, 3],
        [1.25, 5],
      ],
    ]);
  });

  it("keeps the ends, and has every point it passes over in the box of a stroke so narrow", () => {
    const values = fc.integer({ min: 0, max: 9 }).map((n) => (n === 9 ? Number.NaN : n));
    const points = fc.array(fc.record({ step: fc.integer({ min: 0, max: 6 }), y: values }));
    fc.assert(
      fc.property(points, (drawn) => {
        const x = new Float64Array(drawn.length);
        drawn.forEach(({ step }, at) => {
          x[at] = (x[at - 1] ?? 0) + step / 4;
        });
        const y = Float64Array.from(drawn, ({ y }) => y);
        const [all, some] = [parts(x, y, -1), parts(x, y, 1)];
        const every = (lines: [number, number][][]) => lines.map((line) => [line[0], line.at(-1)]);
        expect(every(some)).toEqual(every(all));
        all.forEach((line, which) => {
          const strokes = some[which] as [number, number][];
          for (const [placeX, placeY] of line)
            expect(isCovered(placeX, placeY, strokes)).toBe(true);
        });
      }),
    );
  });

  /** Whether a place is an end of a stroke, or in the box around one at most a pixel wide. */
  function isCovered(x: number, y: number, strokes: [number, number][]): boolean {
    return strokes.some(([toX, toY], at) => {
      const [fromX, fromY] = strokes[at - 1] ?? [toX, toY];
      if ((x === toX && y === toY) || (x === fromX && y === fromY)) return true;
      const isWithin = toX - fromX <= 1 && x >= fromX && x <= toX;
      return isWithin && y >= Math.min(fromY, toY) && y <= Math.max(fromY, toY);
    });
  }
});

it("draws a band as closed areas between breaks", () => {
  const pen = recorder();
  const band = { min: column(0, 0, Number.NaN, 1), max: column(2, 3, Number.NaN, 4) };
  traceBand(pen, column(0, 1, 2, 3), band, [0, 3], SAME);
  expect(pen.strokes.join(" ")).toBe("M0,2 L1,3 L1,0 L0,0 L0,2 M3,4 L3,1 L3,4");
});

const drawn = plainLine({ key: "run", colour: "#000", x: column(), y: column() });

it("finds what is not finite within the range", () => {
  const y = column(Number.NaN, 1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN);
  const line = { ...drawn, x: column(0, 1, 2, 3, 9), y, nonFinite: null };
  expect(nonFinitePoints(line, [0, 5])).toEqual([
    { x: 0, kind: "nan" },
    { x: 2, kind: "+inf" },
    { x: 3, kind: "-inf" },
  ]);
  const smoothed = { ...line, y: column(0, 0, 0, 0, 0), faint: y };
  expect(nonFinitePoints(smoothed, [0, 5])).toEqual(nonFinitePoints(line, [0, 5]));
});

it("finds it where it is counted, whatever is drawn there", () => {
  const nonFinite = {
    nan: column(0, 2, 0, 0, 1),
    inf: column(0, 3, 2, 1, 0),
    negativeInf: column(0, 1, 2, 0, 0),
  };
  const y = column(1, 2, Number.NaN, 4, 5);
  const line = { ...drawn, x: column(0, 1, 2, 3, 9), y, nonFinite };
  expect(nonFinitePoints(line, [0, 5])).toEqual([
    { x: 1, kind: "nan" },
    { x: 1, kind: "+inf" },
    { x: 1, kind: "-inf" },
    { x: 2, kind: "-inf" },
    { x: 3, kind: "+inf" },
  ]);
});
