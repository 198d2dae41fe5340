/**
 * The non-descending numbers nearest to the given ones, by the sum of all distances.
 *
 * Neighbours that stand in the wrong order are pooled and take their median (the pool adjacent
 * violators algorithm, Ayer et al. 1955, with medians after Robertson and Waltman 1968).
 */
export function isotonicMedians(values: readonly number[]): number[] {
  const pools: { readonly members: readonly number[]; readonly median: number }[] = [];
  for (const value of values) {
    let members = [value];
    for (let last = pools.at(-1); last && last.median > median(members); last = pools.at(-1)) {
      members = [...last.members, ...members];
      pools.pop();
    }
    pools.push({ members, median: median(members) });
  }
  return pools.flatMap((pool) => pool.members.map(() => pool.median));
}

/** The middle value; of two the mean. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
