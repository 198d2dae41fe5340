/** How far values reach, and how far the axes do. */
import { lowerBound, rowsWithin } from "../../lib/algorithms/binary-search";
import type { ChartLine, Range } from "../model/chart-line";
import { columnExtent } from "./column-extent";
import { columnsOf, LINEAR, type Scale } from "./scale";

/** A margin above and below, as a part of the plot's height. */
const MARGIN = 0.05;

/** What lies beyond these parts of a line's values is an outlier, as in TensorBoard. */
const OUTLYING = 0.05;

/** From the first to the last x of all lines that has a place; null when there is no point. */
export function xExtent(lines: readonly ChartLine[], scale: Scale): Range | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { x } of lines) {
    const start = scale.kind === "log" ? lowerBound(x, Number.MIN_VALUE) : 0;
    const first = x[start];
    const last = x[x.length - 1];
    if (first === undefined || last === undefined) continue;
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
  if (from > to) return null;
  if (from < to) return [from, to];
  return scale.kind === "log" ? [from / 2, to * 2] : [from - 0.5, to + 0.5];
}

/** The part of a column from its first x in the range to its last; where that is all, the column. */
function partIn({ x }: ChartLine, column: Float64Array, range: Range): Float64Array {
  const [first, end] = rowsWithin(x, range);
  return first === 0 && end === column.length ? column : column.subarray(first, end);
}

/** The scales of both axes. */
interface Scales {
  readonly x: Scale;
  readonly y: Scale;
}

/** Where a line that goes on beyond the range crosses its ends: straight between points as placed. */
function crossings(
  { x }: ChartLine,
  column: Float64Array,
  range: Range,
  scales: Scales,
): Float64Array {
  const values: number[] = [];
  for (const end of range) {
    const after = lowerBound(x, end);
    if (after === 0 || after === x.length || x[after] === end) continue;
    const [fromX, toX] = [
      scales.x.place(x[after - 1] as number),
      scales.x.place(x[after] as number),
    ];
    const fromY = scales.y.place(column[after - 1] as number);
    const toY = scales.y.place(column[after] as number);
    const part = (scales.x.place(end) - fromX) / (toX - fromX);
    const value = scales.y.value(fromY + (toY - fromY) * part);
    if (Number.isFinite(value)) values.push(value);
  }
  return Float64Array.from(values);
}

/** The least and the greatest value with a place on the scale; null when there is none. */
function extentOf(values: Float64Array, scale: Scale): Range | null {
  const extent = columnExtent(values);
  const low = scale.kind === "log" ? extent.lowAboveZero : extent.low;
  return low > extent.high ? null : [low, extent.high];
}

function joined(extents: readonly (Range | null)[]): Range | null {
  const known = extents.filter((extent) => extent !== null);
  if (known.length === 0) return null;
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))];
}

/**
 * The least and the greatest value that is drawn in `range`, at the points in it and where lines
 * cross its ends; null when there is none.
 */
export function valueExtent(
  lines: readonly ChartLine[],
  range: Range,
  scale: Scale,
  xScale: Scale = LINEAR,
): Range | null {
  const scales = { x: xScale, y: scale };
  const parts = lines.flatMap((line) =>
    columnsOf(line).flatMap((column) => [
      extentOf(partIn(line, column, range), scale),
      extentOf(crossings(line, column, range, scales), scale),
    ]),
  );
  return joined(parts);
}

/** How far one line's values reach without the outlying of them. */
function inlierExtentOf(values: Float64Array, scale: Scale): Range | null {
  const isPlaced = (value: number) => Number.isFinite(value) && (scale.kind !== "log" || value > 0);
  const sorted = values.filter(isPlaced).sort();
  const last = sorted.length - 1;
  if (last < 0) return null;
  return [
    sorted[Math.ceil(last * OUTLYING)] as number,
    sorted[Math.floor(last * (1 - OUTLYING))] as number,
  ];
}

/**
 * The same without outliers: from the 5th to the 95th percentile of each line as drawn. Where that
 * is a single value, all values count, as of a line that is flat but for a few points.
 */
export function inlierExtent(
  lines: readonly ChartLine[],
  range: Range,
  scale: Scale,
  xScale: Scale = LINEAR,
): Range | null {
  const inner = joined(lines.map((line) => inlierExtentOf(partIn(line, line.y, range), scale)));
  if (inner === null || inner[0] === inner[1]) return valueExtent(lines, range, scale, xScale);
  return inner;
}

/** An extent that has these values in it, too, as far as they have a place on the scale. */
export function reaching(
  extent: Range | null,
  values: readonly number[],
  scale: Scale,
): Range | null {
  return joined([extent, extentOf(Float64Array.from(values), scale)]);
}

/** The ends of a y axis, placed, for values of an extent: these keep off its ends. */
export function yEnds(extent: Range | null, scale: Scale): Range {
  if (extent === null) return scale.kind === "log" ? [-1, 0] : [0, 1];
  const [low, high] = [scale.place(extent[0]), scale.place(extent[1])];
  const span = high - low;
  if (span > 0) return [low - span * MARGIN, high + span * MARGIN];
  const margin = scale.kind === "linear" ? Math.abs(low) * 0.1 || 0.5 : Math.log10(2);
  return [low - margin, high + margin];
}
