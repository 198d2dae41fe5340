/** Amounts that machines measure, in units that people read. */
import { countText, plainText } from "./number";

const TIMES = ["ns", "µs", "ms", "s"] as const;
const LARGE = ["", "k", "M", "G", "T", "P", "E"] as const;

/** A time in nanoseconds to three digits: `850 ns`, `12.3 µs`, `1.24 ms`, `2,310 s`. */
export function nanosecondsText(nanoseconds: number): string {
  const power = powerOf(nanoseconds, TIMES.length - 1);
  return `${threeDigits(nanoseconds / 1000 ** power)} ${TIMES[power] ?? ""}`;
}

/** Floating-point operations: `3.92 MFLOP`. */
export function flopsText(flops: number): string {
  const power = powerOf(flops, LARGE.length - 1);
  return `${threeDigits(flops / 1000 ** power)} ${LARGE[power] ?? ""}FLOP`;
}

/** The power of a thousand that leaves at least 1, after rounding to three digits. */
function powerOf(amount: number, most: number): number {
  const rounded = Number(Math.abs(amount).toPrecision(3));
  if (rounded < 1000) return 0;
  return Math.min(most, Math.floor(Math.log10(rounded) / 3));
}

function threeDigits(amount: number): string {
  if (amount >= 1000) return countText(Math.round(amount));
  return plainText(Number(amount.toPrecision(3)));
}
