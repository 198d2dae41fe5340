/**
 * Numbers along an axis: as short as tells neighbours apart, and never rounded to another value.
 *
 * All ticks of an axis are multiples of its step, so the step's own digits say how many decimals
 * they need: 2.5 wants one, 0.025 three.
 */
import { BROWSER_LOCALE } from "../../lib/format/locale";
import { plainText, scientificText } from "../../lib/format/number";

const MIN_PLAIN = 1e-3;
const MIN_SCIENTIFIC = 1e15;
const COMPACT_FROM = 10_000;

const UNITS = [
  { size: 1e12, letter: "T" },
  { size: 1e9, letter: "B" },
  { size: 1e6, letter: "M" },
  { size: 1e3, letter: "K" },
] as const;

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

/** `20K`, `1.5M`: only where one decimal says it all, as no other tick may read the same. */
function compact(value: number): string | null {
  const unit = UNITS.find(({ size }) => Math.abs(value) >= size);
  if (unit === undefined || value % (unit.size / 10) !== 0) return null;
  return `${plainText(value / unit.size)}${unit.letter}`;
}

/** `2e-5`, `1.25e+18`: the digits from the value's first to the step's last. */
function scientific(value: number, step: Decimal): string {
  const { power } = decimalOf(value);
  const digits = Math.max(0, Math.min(15, power - step.power + step.fraction));
  return scientificText(value, digits);
}

function text(value: number, step: Decimal, largest: number): string {
  if (value === 0) return "0";
  const places = Math.max(0, step.fraction - step.power);
  if (largest < MIN_PLAIN || largest >= MIN_SCIENTIFIC) return scientific(value, step);
  if (places > 0 || largest < COMPACT_FROM) return grouped(value, places);
  return compact(value) ?? grouped(value, 0);
}

/** The texts of the ticks of one axis, which are multiples of `step`. */
export function numberTicks(values: readonly number[], step: number): string[] {
  const largest = Math.max(...values.map(Math.abs));
  const decimal = decimalOf(step);
  return values.map((value) => {
    // A product of floating point numbers may lie beside the multiple of the step that it means.
    const exact = Number((Math.round(value / step) * step).toPrecision(15));
    return text(exact, decimal, largest).replace(/^-/, "−");
  });
}
