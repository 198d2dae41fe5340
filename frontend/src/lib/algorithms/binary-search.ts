/** Searching sorted columns. */

/** The first index whose value is at least `wanted`; the length when there is none. */
export function lowerBound(sorted: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of ascending places, the first in a range (both ends inclusive) and the first behind it. */
export function rowsWithin(
  sorted: Float64Array,
  [from, to]: readonly [from: number, to: number],
): [first: number, end: number] {
  const first = lowerBound(sorted, from);
  let end = lowerBound(sorted, to);
  while (end < sorted.length && sorted[end] === to) end += 1;
  return [first, Math.max(first, end)];
}

/** The index of the value nearest to `wanted`, the earlier of two as near; -1 when empty. */
export function nearestIndex(sorted: ArrayLike<number>, wanted: number): number {
  const above = lowerBound(sorted, wanted);
  if (above === 0) return sorted.length === 0 ? -1 : 0;
  if (above === sorted.length) return above - 1;
  const toAbove = (sorted[above] as number) - wanted;
  const toBelow = wanted - (sorted[above - 1] as number);
  return toBelow <= toAbove ? above - 1 : above;
}

/**
 * The value `count` places on from `from`, back when `count` is negative, at most at an end; from
 * null, the first forwards and the last backwards. Null when there is no value.
 */
export function neighbourOf(
  sorted: ArrayLike<number>,
  from: number | null,
  count: number,
): number | null {
  if (sorted.length === 0) return null;
  const at = from === null ? null : indexOf(sorted, from);
  if (at === null) return sorted[count > 0 ? 0 : sorted.length - 1] as number;
  // Between two values, the first place on is the next of them.
  const next = count > 0 ? Math.floor(at) + count : Math.ceil(at) + count;
  return sorted[Math.max(0, Math.min(sorted.length - 1, next))] as number;
}

/** The index of a value; between two values, half way between theirs. */
function indexOf(sorted: ArrayLike<number>, value: number): number {
  const above = lowerBound(sorted, value);
  return sorted[above] === value ? above : above - 0.5;
}
