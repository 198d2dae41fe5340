/** The outline of a histogram, as wide as its values reach. */
import type { Buckets } from "../../../api/histograms";

/** Bars of one width: a bucket without any, such as one for zeros, would hide all others. */
const BARS = 50;

export interface HistogramShape {
  /** An SVG path from the baseline to the baseline. */
  readonly path: string;
  /** The ends of the values: of the first and the last bucket that holds any. */
  readonly from: number;
  readonly to: number;
}

interface Filled {
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

/** Undefined where no finite bucket holds a value. */
export function histogramShape(
  buckets: Buckets,
  width: number,
  height: number,
): HistogramShape | undefined {
  const filled = filledOf(buckets);
  if (filled.length === 0) return undefined;
  const from = Math.min(...filled.map(({ left }) => left));
  const to = Math.max(...filled.map(({ right }) => right));
  const bars = barsOf(filled, from, to);
  const most = Math.max(...bars) || 1;
  const steps = bars.map((bar, at) => {
    const y = rounded(height * (1 - bar / most));
    return `L${rounded((width * at) / BARS)} ${y}L${rounded((width * (at + 1)) / BARS)} ${y}`;
  });
  return { path: `M0 ${height}${steps.join("")}L${width} ${height}Z`, from, to };
}

function filledOf({ left, right, count }: Buckets): Filled[] {
  return Array.from(count, (own, at) => {
    return { left: left[at] ?? Number.NaN, right: right[at] ?? Number.NaN, count: own };
  }).filter((each) => {
    const isBounded = Number.isFinite(each.left) && Number.isFinite(each.right);
    return isBounded && each.count > 0 && each.left <= each.right;
  });
}

/** The values of each bar: those of a bucket are spread evenly over its width. */
function barsOf(filled: readonly Filled[], from: number, to: number): number[] {
  const bars = new Array<number>(BARS).fill(0);
  const positionOf = (value: number): number =>
    (to > from ? (value - from) / (to - from) : 0) * BARS;
  for (const { left, right, count } of filled) {
    const [begin, end] = [positionOf(left), positionOf(right)];
    const first = Math.min(BARS - 1, Math.floor(begin));
    const last = Math.min(BARS - 1, Math.floor(end));
    for (let at = first; at <= last; at++) {
      const part = Math.min(end, at + 1) - Math.max(begin, at);
      bars[at] = (bars[at] ?? 0) + count * (end > begin ? Math.max(0, part) / (end - begin) : 1);
    }
  }
  return bars;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
