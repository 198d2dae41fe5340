/**
 * How values are placed along an axis.
 *
 * A scale turns values into places, which lie evenly on the screen, and back. A logarithmic scale
 * has no place for zero and below; a symmetric one is linear around zero and logarithmic beyond, as
 * in Webber, "A bi-symmetric log transformation for wide-range data" (2013).
 */
import type { ChartLine, Range } from "../model/chart-line";
import { columnExtent } from "./column-extent";
import { evenPlaces, logPlaces, symlogPlaces } from "./tick-values";

export interface Scale {
  readonly kind: "linear" | "log" | "symlog";
  /** Not finite for a value without a place. */
  place(value: number): number;
  value(place: number): number;
  /** Where the ticks between two values stand, as values; at most about `most` of them. */
  ticks(low: number, high: number, most: number): number[];
}

export const LINEAR: Scale = {
  kind: "linear",
  place: (value) => value,
  value: (place) => place,
  ticks: evenPlaces,
};

export const LOG: Scale = {
  kind: "log",
  place: Math.log10,
  value: (place) => 10 ** place,
  ticks: logPlaces,
};

/** Linear up to about `around` to either side of zero. */
export function symlog(around: number): Scale {
  return {
    kind: "symlog",
    place: (value) => Math.sign(value) * Math.log10(1 + Math.abs(value) / around),
    value: (place) => Math.sign(place) * around * (10 ** Math.abs(place) - 1),
    ticks: (low, high, most) => symlogPlaces(low, high, most, around),
  };
}

/** So many powers of ten are worth room on either side of zero, more only if values lie there. */
const TYPICAL_DECADES = 6;
const MAX_DECADES = 30;
/** That part of the values may lie closer to zero than powers of ten reach. */
const NEAR_ZERO = 0.05;
const SAMPLE = 500;
/** A double holds it to all digits. */
const MIN_POWER = -300;

/** The size of values of which 5 % are smaller, zeros aside, by about 500 of them. */
function smallSize(columns: readonly Float64Array[]): number {
  const length = columns.reduce((sum, column) => sum + column.length, 0);
  const stride = Math.max(1, Math.floor(length / SAMPLE));
  const sizes: number[] = [];
  for (const column of columns) {
    for (let at = 0; at < column.length; at += stride) {
      const size = Math.abs(column[at] as number);
      if (size > 0 && size < Number.POSITIVE_INFINITY) sizes.push(size);
    }
  }
  sizes.sort((one, other) => one - other);
  return sizes[Math.floor(NEAR_ZERO * sizes.length)] ?? Number.POSITIVE_INFINITY;
}

/**
 * What tells values apart on a logarithmic axis: plain where all are positive, symmetric where
 * some are not. `values` are all that the axis holds.
 */
export function logScaleFor(columns: readonly Float64Array[]): Scale {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  let isPositive = true;
  for (const column of columns) {
    const { low, high, leastSize } = columnExtent(column);
    if (low > high) continue;
    if (low <= 0) isPositive = false;
    least = Math.min(least, leastSize);
    most = Math.max(most, high, -low);
  }
  if (isPositive) return LOG;
  if (most === 0) return symlog(1);
  const near = Math.min(most / 10 ** TYPICAL_DECADES, smallSize(columns));
  const around = Math.max(least, near, most / 10 ** MAX_DECADES);
  return symlog(10 ** Math.max(MIN_POWER, Math.floor(Math.log10(around))));
}

/** The columns of y values that a line draws. */
export function columnsOf({ y, faint, hidesFaint, band }: ChartLine): Float64Array[] {
  return [
    y,
    ...(faint && !hidesFaint ? [faint] : []),
    ...(band === null ? [] : [band.min, band.max]),
  ];
}

/** Both ends placed. */
export function placed(scale: Scale, [from, to]: Range): Range {
  return [scale.place(from), scale.place(to)];
}
