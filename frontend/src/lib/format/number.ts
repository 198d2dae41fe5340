/** Numbers as a reader of charts writes them. */
import { BROWSER_LOCALE, plural } from "./locale";

const GROUPED = new Intl.NumberFormat(BROWSER_LOCALE);
const ONE_DECIMAL = new Intl.NumberFormat(BROWSER_LOCALE, { maximumFractionDigits: 1 });
const PLAIN = new Intl.NumberFormat(BROWSER_LOCALE, {
  maximumFractionDigits: 20,
  useGrouping: false,
});

/** The digits of a number as they are, with the browser's decimal separator and a minus sign. */
export function plainText(value: number): string {
  // Zero has no sign for a reader.
  return PLAIN.format(value === 0 ? 0 : value).replace(/^-/, "−");
}

/** A number with a fixed count of decimals: `0.50`. */
export function decimalText(value: number, places: number): string {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return value.toLocaleString(BROWSER_LOCALE, digits).replace(/^-/, "−");
}

/** A share of 1 in percent: `83 %`, with one decimal `83.4 %`. */
export function percentText(share: number, places: 0 | 1 = 0): string {
  return `${decimalText(100 * share, places)} %`;
}

/** A share of 1 in percent, to two digits below 10 %: `2.5 %`, `83 %`. */
export function shareText(share: number): string {
  if (!Number.isFinite(share)) return "0 %";
  const points = 100 * share;
  return `${plainText(points >= 10 ? Math.round(points) : Number(points.toPrecision(2)))} %`;
}

/** A count with its thousands set apart: `3,100,000`. */
export function countText(count: number | bigint): string {
  return GROUPED.format(count);
}

const LETTERS = ["", "K", "M", "B", "T"] as const;

/** A count in little room: `3.1M`. */
export function shortCountText(count: number): string {
  if (count < 10_000) return GROUPED.format(count);
  // Compact notation of `Intl` writes a million as 1m in British English, which readers of charts
  // take for a thousandth.
  const power = LETTERS.findLastIndex((_, at) => Math.round(count / 1000 ** at) >= 1);
  return `${ONE_DECIMAL.format(count / 1000 ** power)}${LETTERS[power]}`;
}

/** `1 run`, `2 runs`, `2 queries`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${countText(count)} ${plural(count, noun, nouns)}`;
}

/** The same in little room: `1.2M points`. */
export function shortCounted(count: number, noun: string): string {
  return `${shortCountText(count)} ${plural(count, noun, `${noun}s`)}`;
}

/** From here on a number is written with the letter of its unit, as on axes. */
const COMPACT_FROM = 1e6;
/** From here on no letter tells the size of a number. */
export const SCIENTIFIC_FROM = 1e15;
/** Smaller numbers are times a power of ten, in tables and on axes. */
export const PLAIN_FROM = 1e-4;

/**
 * A value to four significant digits, without trailing zeros, and with all digits before the
 * decimal separator: `0.1235`, `1.2e-5`, `12,346`, `−340M`.
 */
export function valueText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  const rounded = Number(value.toPrecision(4));
  const size = Math.abs(rounded);
  if (size !== 0 && (size < PLAIN_FROM || size >= SCIENTIFIC_FROM)) return scientificText(value, 3);
  if (size >= COMPACT_FROM) return unitText(rounded);
  return size < 1000 ? plainText(rounded) : wholeText(Math.round(value));
}

/** The same for a value that a person set, of which each digit of a whole number counts. */
export function settingText(value: number): string {
  return Number.isSafeInteger(value) ? wholeText(value) : valueText(value);
}

function wholeText(value: number): string {
  return countText(value).replace(/^-/, "−");
}

/** A number from a thousand on in the largest unit of which there is one: `20K`, `1.5M`. */
export function unitText(value: number): string {
  const power = Math.min(LETTERS.length - 1, Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-12));
  return `${plainText(Number((value / 1000 ** power).toPrecision(15)))}${LETTERS[power]}`;
}

/** A number times a power of ten, with at most so many decimals: `1.25e+18`. */
export function scientificText(value: number, places: number): string {
  const [digits = "", power = ""] = value.toExponential(places).split("e");
  return `${plainText(Number(digits))}e${power}`;
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
  const places = power === 0 || scaled >= 100 ? 0 : 1;
  return `${bytesIn(scaled, places)} ${UNITS[power]}`;
}

const FIXED = [0, 1].map(
  (places) =>
    new Intl.NumberFormat(BROWSER_LOCALE, {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      useGrouping: false,
    }),
);

function bytesIn(scaled: number, places: 0 | 1): string {
  return FIXED[places]?.format(scaled) ?? "";
}

/** A part of a number of bytes, both in the unit and with the digits of the whole: `1.2 of 5.4 GB`. */
export function partOfBytesText(part: number, whole: number): string {
  const power = unitPower(whole);
  const places = power === 0 || whole / 1000 ** power >= 100 ? 0 : 1;
  const text = (bytes: number) => bytesIn(bytes / 1000 ** power, places);
  return `${text(part)} of ${text(whole)} ${UNITS[power]}`;
}
