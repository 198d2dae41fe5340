/** What the lines of a card say at one place. */
import type { Axis } from "../../api/types";
import type { ChartLine, ChartPoint } from "../../chart/chart-line";
import { nearestIndex } from "../../lib/sorted";

export interface Reading {
  /** Run id. */
  readonly run: string;
  readonly colour: string;
  readonly dash: number;
  readonly x: number;
  /** As drawn: smoothed, when smoothing is on. */
  readonly shown: number;
  readonly logged: number;
  /** The line does not reach the place asked for; this is its nearest end. */
  readonly beyond: boolean;
}

function readingAt(line: ChartLine, at: number, beyond: boolean): Reading {
  const { key: run, colour, dash, x, y, faint } = line;
  const logged = (faint ?? y)[at] as number;
  return { run, colour, dash, x: x[at] as number, shown: y[at] as number, logged, beyond };
}

function isBeyond({ x }: ChartLine, place: number): boolean {
  return place < (x[0] as number) || place > (x[x.length - 1] as number);
}

/** The last reading of each line that has points, in the order of the lines. */
export function lastReadings(lines: readonly ChartLine[]): Reading[] {
  return lines
    .filter(({ x }) => x.length > 0)
    .map((line) => readingAt(line, line.x.length - 1, false));
}

/** How far a reading is from the cursor; one without a place there is farther than any other. */
function distance({ shown, beyond }: Reading, y: number, log: boolean): number {
  if (beyond) return Number.POSITIVE_INFINITY;
  const gap = log ? Math.abs(Math.log(shown / y)) : Math.abs(shown - y);
  return Number.isNaN(gap) ? Number.POSITIVE_INFINITY : gap;
}

/**
 * The readings nearest to `x`, one per line. With a `y` (the cursor is on this card) the line
 * nearest to it comes first; without, the order of the lines stays.
 */
export function readingsAt(
  lines: readonly ChartLine[],
  point: { readonly x: number; readonly y: number | null },
  log: boolean,
): Reading[] {
  const readings = lines
    .filter(({ x }) => x.length > 0)
    .map((line) => readingAt(line, nearestIndex(line.x, point.x), isBeyond(line, point.x)));
  const { y } = point;
  if (y === null) return readings;
  return readings.sort((one, other) => distance(one, y, log) - distance(other, y, log));
}

/** The cursor as a card of the same axis sees it: with its height only where it stands. */
export function cursorOn(
  card: { readonly tag: string; readonly axis: Axis },
  cursor: (ChartPoint & { readonly tag: string; readonly axis: Axis }) | null,
): { x: number; y: number | null } | null {
  if (cursor === null || cursor.axis !== card.axis) return null;
  return { x: cursor.x, y: cursor.tag === card.tag ? cursor.y : null };
}
