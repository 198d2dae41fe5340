/** Numbers as a reader of charts writes them. */

const GROUPED = new Intl.NumberFormat("en-GB");

// British compact notation writes a million as 1m, which readers of charts take for a thousandth.
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** A count with its thousands set apart: `3,100,000`. */
export function countText(count: number | bigint): string {
  return GROUPED.format(count);
}

/** A count in little room: `3.1M`. */
export function shortCountText(count: number): string {
  return count < 10_000 ? GROUPED.format(count) : COMPACT.format(count);
}

/** `1 run`, `2 runs`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A value to four significant digits, without trailing zeros: `0.1235`, `1.2e-5`, `−3.4e+8`. */
export function valueText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e6)
      ? value.toExponential(3).replace(/\.?0+e/, "e")
      : String(Number(value.toPrecision(size >= 1000 ? 6 : 4)));
  return text.replace(/^-/, "−");
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** The power of a thousand that counts in the largest unit of which there is one. */
function unitPower(bytes: number): number {
  return bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
}

/** A number of bytes in decimal units: `1.8 GB`. */
export function bytesText(bytes: number): string {
  const power = unitPower(bytes);
  const scaled = bytes / 1000 ** power;
  return `${power === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${UNITS[power]}`;
}

/** A part of a number of bytes, both in the unit and with the digits of the whole: `1.2 of 5.4 GB`. */
export function partOfBytesText(part: number, whole: number): string {
  const power = unitPower(whole);
  const places = power === 0 || whole / 1000 ** power >= 100 ? 0 : 1;
  const text = (bytes: number) => (bytes / 1000 ** power).toFixed(places);
  return `${text(part)} of ${text(whole)} ${UNITS[power]}`;
}
