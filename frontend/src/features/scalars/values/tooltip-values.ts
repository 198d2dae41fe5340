/** What the lines of a card say at one place. */

import type { XAxis } from "../../../api/scalars";
import type { ChartLine, ChartPoint, Range } from "../../../chart/model/chart-line";
import { nearestIndex, rowsWithin } from "../../../lib/algorithms/binary-search";
import { NAME_ORDER } from "../../../lib/format/locale";
import { type LoggedPoints, NO_POINTS } from "../data/logged-points";
import type { BucketFacts } from "../lines/series-lines";
import type { Order } from "../options/tab-options";

/** A line, and where its points are buckets, what is known of them. */
type ReadLine = ChartLine & { readonly buckets?: BucketFacts | null };

export interface Reading<L extends ReadLine = ReadLine> {
  readonly line: L;
  readonly x: number;
  /** As drawn: smoothed, when smoothing is on. */
  readonly shown: number;
  readonly logged: number;
  /** The points that it is the mean of, in a bucket with its centre at `x`; null for a point. */
  readonly bucket: number | null;
  /** The line does not reach the requested position; this is its nearest end. */
  readonly beyond: boolean;
}

function readingAt<L extends ReadLine>(line: L, at: number, beyond: boolean): Reading<L> {
  const { x, y, faint, buckets } = line;
  const logged = (faint ?? y)[at] as number;
  const bucket = buckets?.count[at] ?? null;
  return { line, x: x[at] as number, shown: y[at] as number, logged, bucket, beyond };
}

/** The same with the point that was logged, where it is known. */
function withPoint<L extends ReadLine>(
  reading: Reading<L>,
  points: LoggedPoints,
  x: number,
): Reading<L> {
  const point = points.get(reading.line.key);
  if (point === undefined) return reading;
  const shown = point.smoothed ?? (reading.line.faint === null ? point.value : reading.shown);
  const beyond = reading.beyond && point.x !== x;
  return { ...reading, x: point.x, shown, logged: point.value, bucket: null, beyond };
}

function isBeyond({ x }: ChartLine, place: number): boolean {
  return place < (x[0] as number) || place > (x[x.length - 1] as number);
}

/**
 * The rows of a line that are to be read where a range is in view: those in it. Where a line has
 * none there but passes through, these are the points before and after the range. Null where the
 * line is not in view.
 */
function rowsInView({ x }: ReadLine, range: Range | null): [first: number, end: number] | null {
  if (x.length === 0) return null;
  if (range === null) return [0, x.length];
  const [first, end] = rowsWithin(x, range);
  if (first < end) return [first, end];
  return first > 0 && first < x.length ? [first - 1, first + 1] : null;
}

/** The last reading in view of each line that is in view, in the order of the lines. */
export function lastReadings<L extends ReadLine>(
  lines: readonly L[],
  range: Range | null = null,
): Reading<L>[] {
  return lines.flatMap((line) => {
    const rows = rowsInView(line, range);
    if (rows === null) return [];
    const isBetween = range !== null && (line.x[rows[0]] as number) < range[0];
    const at = isBetween ? rows[0] : rows[1] - 1;
    const reading = readingAt(line, at, isBetween);
    const logged = line.buckets?.last[at] ?? reading.logged;
    const isSmoothed = line.faint !== null;
    const shown = isSmoothed ? (line.buckets?.smoothedLast?.[at] ?? reading.shown) : reading.shown;
    return [{ ...reading, shown, logged }];
  });
}

/**
 * The readings nearest to `x`, one per line in view, in the order of the lines: of `points` where
 * these hold one of the line. A point out of view is read only from a line that has none in view.
 */
export function readingsAt<L extends ReadLine>(
  lines: readonly L[],
  x: number,
  points: LoggedPoints = NO_POINTS,
  range: Range | null = null,
): Reading<L>[] {
  return lines.flatMap((line) => {
    const rows = rowsInView(line, range);
    if (rows === null) return [];
    const at = rows[0] + nearestIndex(line.x.subarray(...rows), x);
    return [withPoint(readingAt(line, at, isBeyond(line, x)), points, x)];
  });
}

/** How far a reading is from the cursor; one without a place there is farther than any other. */
function distance({ shown, beyond }: Reading, y: number, log: boolean): number {
  if (beyond) return Number.POSITIVE_INFINITY;
  const gap = log && shown > 0 && y > 0 ? Math.abs(Math.log(shown / y)) : Math.abs(shown - y);
  return Number.isNaN(gap) ? Number.POSITIVE_INFINITY : gap;
}

/** The reading nearest to a height; null where none has a place there. */
export function nearestReading<R extends Reading>(
  readings: readonly R[],
  y: number,
  log: boolean,
): R | null {
  let nearest: R | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const reading of readings) {
    const far = distance(reading, y, log);
    if (far < least) [nearest, least] = [reading, far];
  }
  return nearest;
}

/** By value; what is not a number, and what does not reach the place, comes last. */
function byValue(sign: 1 | -1): (one: Reading, other: Reading) => number {
  const rank = ({ shown, beyond }: Reading) =>
    beyond || Number.isNaN(shown) ? Number.POSITIVE_INFINITY : sign * shown;
  return (one, other) => {
    const [left, right] = [rank(one), rank(other)];
    return left === right ? 0 : left - right;
  };
}

/**
 * The readings in an order. Without a height (the cursor is on another card, or nowhere) nothing
 * is nearest, and the order of the lines stays.
 */
export function inOrder<R extends Reading>(
  readings: readonly R[],
  order: Order,
  at: { readonly y: number | null; readonly log: boolean },
  nameOf: (reading: R) => string,
): R[] {
  const sorted = [...readings];
  switch (order) {
    case "default":
      return sorted;
    case "alphabetical":
      return sorted.sort((one, other) => NAME_ORDER.compare(nameOf(one), nameOf(other)));
    case "ascending":
      return sorted.sort(byValue(1));
    case "descending":
      return sorted.sort(byValue(-1));
    case "nearest": {
      const { y, log } = at;
      if (y === null) return sorted;
      const far = new Map(sorted.map((reading) => [reading, distance(reading, y, log)]));
      const rank = (reading: R) => far.get(reading) as number;
      return sorted.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
    }
  }
}

/** The cursor as a card of the same axis sees it: with its height only where it stands. */
export function cursorOn(
  at: { readonly card: string; readonly axis: XAxis },
  cursor: (ChartPoint & { readonly card: string; readonly axis: XAxis }) | null,
): { x: number; y: number | null } | null {
  if (cursor === null || cursor.axis !== at.axis) return null;
  return { x: cursor.x, y: cursor.card === at.card ? cursor.y : null };
}
