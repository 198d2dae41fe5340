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

/** The index of the value nearest to `wanted`, the earlier of two as near; -1 when empty. */
export function nearestIndex(sorted: ArrayLike<number>, wanted: number): number {
  const above = lowerBound(sorted, wanted);
  if (above === 0) return sorted.length === 0 ? -1 : 0;
  if (above === sorted.length) return above - 1;
  const toAbove = (sorted[above] as number) - wanted;
  const toBelow = wanted - (sorted[above - 1] as number);
  return toBelow <= toAbove ? above - 1 : above;
}
