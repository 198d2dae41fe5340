/** Where a value is on the scale of a metric, from 0 to 1. */
import type { View } from "./metric-choice";

export type ScaleKind = "linear" | "log" | "magnitude" | "ratio";

export interface MetricScale {
  readonly kind: ScaleKind;
  readonly least: number;
  readonly greatest: number;
}

/** Values that differ this many times are on a logarithmic scale. */
const LOG_FROM = 100;

/** `least` and `greatest` are the ends of all values of a window. */
export function scaleOf(view: View, least: number, greatest: number): MetricScale {
  const isRatio = (view === "ratio" || view === "over") && least > 0;
  if (isRatio && view === "ratio") return { kind: "ratio", least, greatest };
  if (least < 0) return { kind: "magnitude", least, greatest };
  const kind = least > 0 && greatest / least >= LOG_FROM ? "log" : "linear";
  return { kind, least, greatest };
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

/** All in the middle where the scale has no length. */
function part(value: number, from: number, to: number): number {
  return to > from ? Math.max(0, Math.min(1, (value - from) / (to - from))) : 0.5;
}
