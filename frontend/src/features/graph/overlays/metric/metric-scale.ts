/** Where a value is on the scale of a metric, from 0 to 1. */
import type { View } from "./metric-choice";

export type ScaleKind = "linear" | "log" | "magnitude" | "ratio";

export interface MetricScale {
  readonly kind: ScaleKind;
  readonly least: number;
  readonly greatest: number;
  /** Whether the values are written in percent. */
  readonly isShare: boolean;
}

/** Values that differ this many times are on a logarithmic scale. */
const LOG_FROM = 100;

/**
 * The scale of the values of a window; null where none is finite.
 *
 * `least` and `greatest` are the ends of all finite ones.
 */
export function scaleOf(
  view: View,
  least: number,
  greatest: number,
  values: ArrayLike<number> = [],
): MetricScale | null {
  if (!Number.isFinite(least)) return null;
  const isShare = view === "share";
  if (view === "ratio" && least >= 0) {
    // A zero is infinitely far from 1: the scale ends at the values that are not.
    const from = least > 0 ? least : leastPositive(values);
    return { kind: "ratio", least: from, greatest: Math.max(from, greatest), isShare };
  }
  if (least < 0) return { kind: "magnitude", least, greatest, isShare };
  const kind = least > 0 && greatest / least >= LOG_FROM ? "log" : "linear";
  return { kind, least, greatest, isShare };
}

/** 1 where no value is positive. */
function leastPositive(values: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (value > 0 && value < least) least = value;
  }
  return Number.isFinite(least) ? least : 1;
}

/** What is not finite is at the end of the scale, as the worst. */
export function heatOf({ kind, least, greatest }: MetricScale, value: number): number {
  if (!Number.isFinite(value)) return 1;
  if (kind === "log") return part(Math.log(value), Math.log(least), Math.log(greatest));
  if (kind === "ratio") {
    const most = Math.max(Math.abs(Math.log(least)), Math.abs(Math.log(greatest)));
    return value > 0 ? part(Math.abs(Math.log(value)), 0, most) : 1;
  }
  if (kind === "magnitude") {
    return part(Math.abs(value), 0, Math.max(Math.abs(least), Math.abs(greatest)));
  }
  return part(value, least, greatest);
}

/** The values at both ends of the ramp. */
export function ends({ kind, least, greatest }: MetricScale): [number, number] {
  if (kind === "magnitude") return [0, Math.max(Math.abs(least), Math.abs(greatest))];
  if (kind === "ratio") return [1, Math.max(greatest, 1 / least)];
  return [least, greatest];
}

/** All in the middle where the scale has no length. */
function part(value: number, from: number, to: number): number {
  return to > from ? Math.max(0, Math.min(1, (value - from) / (to - from))) : 0.5;
}
