/** A chart in a sentence, for those who do not see it. */
import type { ScalarSeries, Scalars } from "../../api/scalars";
import type { ChartLine } from "../../chart/chart-line";
import { counted, countText, valueText } from "../../lib/number-text";

export interface Totals {
  readonly points: number;
  readonly nan: number;
  readonly inf: number;
  /** Left out of an axis of time: their wall time is no date. */
  readonly undated: number;
}

export function totalsOf({ series }: Scalars): Totals {
  const sum = (count: (one: ScalarSeries) => number) =>
    series.reduce((total, one) => total + count(one), 0);
  return {
    points: sum((one) => one.total),
    nan: sum((one) => one.nan),
    inf: sum((one) => one.inf),
    undated: sum((one) => one.undated),
  };
}

/** How many points drawn have no place on a logarithmic axis, and how many have one. */
function placesOnLog(lines: readonly ChartLine[]): { without: number; having: number } {
  let without = 0;
  let having = 0;
  for (const { y, faint } of lines) {
    for (const value of faint ?? y) {
      if (value <= 0) without += 1;
      else if (Number.isFinite(value)) having += 1;
    }
  }
  return { without, having };
}

/** What a plot lacks, and whether it lacks all; null when it shows every point. */
export function plotNote(
  lines: readonly ChartLine[],
  log: boolean,
): { text: string; empty: boolean } | null {
  if (lines.every(({ x }) => x.length === 0))
    return { text: "No points in this range", empty: true };
  const { without, having } = placesOnLog(lines);
  if (!log || without === 0) return null;
  // Behind a bucket stand many values, of which the line shows the mean.
  const what = lines.some(({ band }) => band !== null) ? "mean" : "value";
  const verb = without === 1 ? "has" : "have";
  const text = `${counted(without, what)} ≤ 0 ${verb} no place on a logarithmic axis`;
  return { text, empty: having === 0 };
}

/** `2 NaN, 1 Inf`, or empty. */
export function nonFiniteText({ nan, inf }: Pick<Totals, "nan" | "inf">): string {
  const parts = [nan > 0 && `${countText(nan)} NaN`, inf > 0 && `${countText(inf)} Inf`];
  return parts.filter(Boolean).join(", ");
}

function lowestOf(series: ScalarSeries): number {
  const column = series.raw ? series.value : series.min;
  let low = Number.POSITIVE_INFINITY;
  for (const value of column) if (Number.isFinite(value) && value < low) low = value;
  return low;
}

/** `loss, 3 runs, 3,000 points; lowest 0.12 in run b; 2 NaN.` */
export function chartSummary(scalars: Scalars, nameOf: (run: string) => string): string {
  const { tag, series } = scalars;
  const totals = totalsOf(scalars);
  const head = `${tag}, ${counted(series.length, "run")}, ${counted(totals.points, "point")}`;
  const lows = series.map((one) => ({ run: one.run, low: lowestOf(one) }));
  const best = lows.reduce((one, other) => (other.low < one.low ? other : one), {
    run: "",
    low: Number.POSITIVE_INFINITY,
  });
  const lowest = best.run === "" ? "" : `lowest ${valueText(best.low)} in run ${nameOf(best.run)}`;
  return `${[head, lowest, nonFiniteText(totals)].filter(Boolean).join("; ")}.`;
}
