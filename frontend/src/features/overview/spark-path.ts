/** Lines in a box a few millimetres high: where they run, in units of the box. */
import type { ScalarSeries } from "../../api/scalars";

export interface SparkLine {
  readonly run: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Of all values; what lies beyond leaves the box, so that one spike does not flatten the rest. */
const LOW = 0.02;
const HIGH = 0.98;

export function sparkLine(series: ScalarSeries): SparkLine {
  const { run } = series;
  return series.raw
    ? { run, x: series.step, y: series.value }
    : { run, x: series.x, y: series.mean };
}

/** The value logged last; null where there is none. */
export function lastValue(series: ScalarSeries): number | null {
  return (series.raw ? series.value : series.last).at(-1) ?? null;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The range between two quantiles of all values that are finite; null without any. */
function rangeOf(columns: readonly Float64Array[], low: number, high: number): Range | null {
  const values = columns.flatMap((column) => [...column.filter(Number.isFinite)]);
  values.sort((one, other) => one - other);
  const from = values[Math.floor(low * (values.length - 1))];
  const to = values[Math.ceil(high * (values.length - 1))];
  return from === undefined || to === undefined ? null : { from, to };
}

/** Where a value stands between the ends of a range, in the middle where these are the same. */
function place(value: number, { from, to }: Range): number {
  return to > from ? (value - from) / (to - from) : 0.5;
}

/** The path of each line, as SVG has it; points that are not finite leave gaps. */
export function sparkPaths(lines: readonly SparkLine[], { width, height }: Box): string[] {
  const columns = (of: "x" | "y") => lines.map((line) => line[of]);
  const across = rangeOf(columns("x"), 0, 1);
  const up = rangeOf(columns("y"), LOW, HIGH);
  if (across === null || up === null) return lines.map(() => "");
  const pointAt = (x: number, y: number) =>
    `${(place(x, across) * width).toFixed(1)} ${((1 - place(y, up)) * height).toFixed(1)}`;
  return lines.map((line) => sparkPath(line, pointAt));
}

function sparkPath({ x, y }: SparkLine, pointAt: (x: number, y: number) => string): string {
  let path = "";
  let isDrawing = false;
  y.forEach((value, at) => {
    const across = x[at] ?? Number.NaN;
    const isPoint = Number.isFinite(across) && Number.isFinite(value);
    // A point alone is a stroke of no length, which round caps make a dot.
    if (isPoint) path += isDrawing ? `L${pointAt(across, value)}` : `M${pointAt(across, value)}h0`;
    isDrawing = isPoint;
  });
  return path;
}
