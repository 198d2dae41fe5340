/** How far the axes reach. */
import { lowerBound } from "../lib/sorted";
import type { ChartLine, Range } from "./chart-line";

/** A margin above and below, as a part of the plot's height. */
const MARGIN = 0.05;

/** From the first to the last x of all lines; null when there is no point. */
export function xExtent(lines: readonly ChartLine[]): Range | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { x } of lines) {
    const first = x[0];
    const last = x[x.length - 1];
    if (first === undefined || last === undefined) continue;
    from = Math.min(from, first);
    to = Math.max(to, last);
  }
  if (from > to) return null;
  return from === to ? [from - 0.5, to + 0.5] : [from, to];
}

function columnsOf(line: ChartLine): Float64Array[] {
  const { y, faint, band } = line;
  return [y, ...(faint === null ? [] : [faint]), ...(band === null ? [] : [band.min, band.max])];
}

/** The least and the greatest drawable value with its x in `range`; null when there is none. */
export function valueExtent(lines: readonly ChartLine[], range: Range, log: boolean): Range | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const first = lowerBound(line.x, range[0]);
    for (const column of columnsOf(line)) {
      for (let at = first; at < column.length && (line.x[at] as number) <= range[1]; at += 1) {
        const value = column[at] as number;
        if (!Number.isFinite(value) || (log && value <= 0)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  return low > high ? null : [low, high];
}

/** The y axis for values between `low` and `high`: they keep off its ends, and it has a height. */
export function yAxis(extent: Range | null, log: boolean): [number, number] {
  if (extent === null) return log ? [0.1, 1] : [0, 1];
  const [low, high] = extent;
  if (log) {
    const factor = low === high ? 2 : (high / low) ** MARGIN;
    return [low / factor, high * factor];
  }
  const span = high - low;
  const margin = span > 0 ? span * MARGIN : Math.abs(low) * 0.1 || 0.5;
  return [low - margin, high + margin];
}
