/** How strongly one quantity goes with another, by ranks: no scale matters, nor do outliers. */

/** The ranks of values from 1; equal ones share the mean of theirs. */
export function ranksOf(values: readonly number[]): Float64Array {
  const order = Array.from(values.keys()).sort(
    (one, other) => (values[one] as number) - (values[other] as number),
  );
  const ranks = new Float64Array(values.length);
  for (let first = 0, end = 0; first < order.length; first = end) {
    end = first + 1;
    while (end < order.length && valueAt(values, order, end) === valueAt(values, order, first)) {
      end += 1;
    }
    for (let at = first; at < end; at += 1) ranks[order[at] as number] = (first + end + 1) / 2;
  }
  return ranks;
}

function valueAt(values: readonly number[], order: readonly number[], at: number): number {
  return values[order[at] as number] as number;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] as number;
  return sum / values.length;
}

/** The sum of products of what two columns differ from their means. */
function covariation(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const centre = mean(one);
  const otherCentre = mean(other);
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) {
    sum += ((one[at] as number) - centre) * ((other[at] as number) - otherCentre);
  }
  return sum;
}

/**
 * Spearman's ρ of two columns of finite numbers: Pearson's correlation of their ranks, from −1 to
 * 1. Null for fewer than three pairs, and where a column has one value only.
 */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number | null {
  if (x.length < 3) return null;
  const one = ranksOf(x);
  const other = ranksOf(y);
  const spread = Math.sqrt(covariation(one, one) * covariation(other, other));
  if (spread === 0) return null;
  return Math.max(-1, Math.min(1, covariation(one, other) / spread));
}

/**
 * The correlation ratio η of the ranks of `y` in groups of equal `x`, from 0 to 1: the root of the
 * part of their variance that lies between groups. It is |ρ| where there are two groups.
 *
 * Null for fewer than three pairs, for one group or one value, and where most groups have one
 * member only: each would then explain itself.
 */
export function rankCorrelationRatio(x: readonly string[], y: readonly number[]): number | null {
  const ranks = ranksOf(y);
  const groups = new Map<string, number[]>();
  x.forEach((group, at) => {
    const ranksOfGroup = groups.get(group) ?? [];
    ranksOfGroup.push(ranks[at] as number);
    groups.set(group, ranksOfGroup);
  });
  const total = covariation(ranks, ranks);
  if (x.length < 3 || groups.size < 2 || groups.size > x.length / 2 || total === 0) return null;
  const centre = mean(ranks);
  let between = 0;
  for (const group of groups.values()) between += group.length * (mean(group) - centre) ** 2;
  return Math.sqrt(Math.min(1, between / total));
}
