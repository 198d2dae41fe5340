/** A curve between 0 and 1 on both axes; points where either is not a number are gaps. */

export interface UnitCurve {
  readonly key: string;
  /** A CSS colour. */
  readonly colour: string;
  /** 0 for a solid line; curves of one colour differ by it. */
  readonly dash: number;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The point to mark; null for none. */
  readonly marked: number | null;
}

type ToPixel = (value: number) => number;

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The path through all points, from one gap to the next. */
export function curvePath({ x, y }: UnitCurve, px: ToPixel, py: ToPixel): string {
  let path = "";
  let isDrawing = false;
  x.forEach((across, at) => {
    const up = y[at] ?? Number.NaN;
    const isGap = Number.isNaN(across) || Number.isNaN(up);
    if (!isGap) path += `${isDrawing ? "L" : "M"}${rounded(px(across))} ${rounded(py(up))}`;
    isDrawing = !isGap;
  });
  return path;
}

export interface FoundPoint {
  readonly key: string;
  readonly index: number;
}

/** The point of all curves that lies nearest, within `reach`; null when none does. */
export function nearestPoint(
  curves: readonly UnitCurve[],
  x: number,
  y: number,
  reach: number,
): FoundPoint | null {
  let found: FoundPoint | null = null;
  let nearest = reach;
  for (const curve of curves) {
    curve.x.forEach((across, index) => {
      const distance = Math.hypot(across - x, (curve.y[index] ?? Number.NaN) - y);
      if (distance < nearest) {
        nearest = distance;
        found = { key: curve.key, index };
      }
    });
  }
  return found;
}
