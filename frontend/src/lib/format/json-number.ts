/**
 * Numbers as the API writes them in JSON, which has no NaN, no infinities and no int64: the first
 * two are words, and an integer beyond ±2^53 is a text of its digits.
 */

/** The number, or null for one that is absent or not finite. */
export function finiteOrNull(value: number | string | null): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** An integer with every digit it has. */
export function exactInteger(value: number | string): number | bigint {
  return typeof value === "number" ? value : BigInt(value);
}
