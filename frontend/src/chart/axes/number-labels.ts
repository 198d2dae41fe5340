/**
 * Numbers along an axis: as short as tells neighbours apart, and never rounded to another value.
 *
 * All ticks of an axis are multiples of its step, so the step's own digits say how many decimals
 * they need: 2.5 wants one, 0.025 three.
 */
import { BROWSER_LOCALE } from "../../lib/format/locale";
import { PLAIN_FROM, SCIENTIFIC_FROM, scientificText, unitText } from "../../lib/format/number";

const COMPACT_FROM = 10_000;

interface Decimal {
  /** Digits behind the first. */
  readonly fraction: number;
  /** The power of ten of the first digit. */
  readonly power: number;
}

/** The digits of a number, without what floating point adds behind the ninth. */
function decimalOf(value: number): Decimal {
  const [digits = "", power = "0"] = Number(value.toPrecision(9)).toExponential().split("e");
  return { fraction: digits.split(".")[1]?.length ?? 0, power: Number(power) };
}

/** By decimals: to make one takes longer than to write a hundred numbers. */
const formats = new Map<number, Intl.NumberFormat>();

function formatWith(places: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const format = formats.get(places) ?? new Intl.NumberFormat(BROWSER_LOCALE, digits);
  formats.set(places, format);
  return format;
}

function grouped(value: number, places: number): string {
  return formatWith(places).format(value);
}

/** Whether a number says all in its unit with one decimal, so that no other tick reads the same. */
function isRound(value: number): boolean {
  const power = Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-12);
  return value === 0 || (power > 0 && value % (1000 ** power / 10) === 0);
}

/** `2e-5`, `1.25e+18`: the digits from the value's first to the step's last. */
function scientific(value: number, step: Decimal): string {
  const { power } = decimalOf(value);
  const digits = Math.max(0, Math.min(15, power - step.power + step.fraction));
  return scientificText(value, digits);
}

/** How all ticks of an axis are written, by the step between them. */
function writerOf(values: readonly number[], step: number): (value: number) => string {
  const largest = Math.max(...values.map(Math.abs));
  const decimal = decimalOf(step);
  const places = Math.max(0, decimal.fraction - decimal.power);
  if (largest < PLAIN_FROM || largest >= SCIENTIFIC_FROM) {
    return (value) => scientific(value, decimal);
  }
  if (places === 0 && largest >= COMPACT_FROM && values.every(isRound)) return unitText;
  return (value) => grouped(value, places);
}

/** The texts of the ticks of one axis, which are multiples of `step`. */
export function numberTicks(values: readonly number[], step: number): string[] {
  // A product of floating point numbers may lie beside the multiple of the step that it means.
  const exact = values.map((value) => Number((Math.round(value / step) * step).toPrecision(15)));
  const write = writerOf(exact, step);
  return exact.map((value) => (value === 0 ? "0" : write(value).replace(/^-/, "−")));
}
