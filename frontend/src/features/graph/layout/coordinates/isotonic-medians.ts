/**
 * Replaces the first `count` values by the non-descending numbers nearest to them, by the sum of
 * all distances.
 *
 * Neighbours that stand in the wrong order are pooled and take their median (the pool adjacent
 * violators algorithm, Ayer et al. 1955, with medians after Robertson and Waltman 1968).
 */
export function fitIsotonicMedians(values: Float64Array, count: number): void {
  if (count === 2) {
    if (values[0] > values[1]) values[0] = values[1] = (values[0] + values[1]) / 2;
    return;
  }
  if (isAscending(values, count)) return;
  const ends: number[] = [];
  const medians: number[] = [];
  for (let i = 0; i < count; i++) {
    let median = values[i];
    for (let last = medians.at(-1); last !== undefined && last > median; last = medians.at(-1)) {
      medians.pop();
      ends.pop();
      median = medianOf(values, ends.at(-1) ?? 0, i + 1);
    }
    medians.push(median);
    ends.push(i + 1);
  }
  for (let pool = 0, i = 0; pool < ends.length; pool++) {
    values.fill(medians[pool], i, ends[pool]);
    i = ends[pool];
  }
}

function isAscending(values: Float64Array, count: number): boolean {
  for (let i = 1; i < count; i++) if (values[i - 1] > values[i]) return false;
  return true;
}

/** The middle value of `values[from .. to)`; of two the mean. */
function medianOf(values: Float64Array, from: number, to: number): number {
  const sorted = values.slice(from, to).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
