/** How far the values of one column reach. A column never changes, so that it is searched once. */

export interface ColumnExtent {
  /** Of all finite values; the least is above the greatest where there is none. */
  readonly low: number;
  readonly high: number;
  /** Of the finite values above zero. */
  readonly lowAboveZero: number;
  /** Of the finite values that are not zero, without their signs. */
  readonly leastSize: number;
}

const known = new WeakMap<Float64Array, ColumnExtent>();

export function columnExtent(column: Float64Array): ColumnExtent {
  const before = known.get(column);
  if (before !== undefined) return before;
  const extent = search(column);
  known.set(column, extent);
  return extent;
}

function search(column: Float64Array): ColumnExtent {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let lowAboveZero = Number.POSITIVE_INFINITY;
  let highBelowZero = Number.NEGATIVE_INFINITY;
  for (const value of column) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    if (value > 0 && value < lowAboveZero) lowAboveZero = value;
    if (value < 0 && value > highBelowZero) highBelowZero = value;
  }
  return { low, high, lowAboveZero, leastSize: Math.min(lowAboveZero, -highBelowZero) };
}
