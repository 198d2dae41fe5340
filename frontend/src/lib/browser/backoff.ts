const FIRST_MS = 1000;
const MAX_MS = 15_000;

/** Milliseconds to wait after the nth failure in a row (from 1): doubling, with a ceiling. */
export function backoffMs(failures: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));
}
