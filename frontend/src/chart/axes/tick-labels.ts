/** The texts along the axes. */
import { BROWSER_LOCALE } from "../../lib/format/locale";
import { decimalText, plainText, valueText } from "../../lib/format/number";
import { dayText } from "../../lib/format/time";
import type { AxisKind } from "../model/chart-line";
import { DAY, isMidnight } from "./calendar-steps";
import { numberTicks } from "./number-labels";

/** Distances between ticks of an axis that counts: no tick stands between two steps. */
export const COUNT_STEPS: readonly number[] = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((factor) => factor * 10 ** power),
).flat();

/** Distances between ticks that divide minutes, hours and days, in seconds. */
export const DURATION_STEPS: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900,
  1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000, 2_592_000, 8_640_000,
];

const TIME = new Intl.DateTimeFormat(BROWSER_LOCALE, { hour: "2-digit", minute: "2-digit" });
const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
const SECOND = new Intl.DateTimeFormat(BROWSER_LOCALE, CLOCK);
const SECOND_BY_DECIMALS = [
  SECOND,
  ...([1, 2, 3] as const).map(
    (fractionalSecondDigits) =>
      new Intl.DateTimeFormat(BROWSER_LOCALE, { ...CLOCK, fractionalSecondDigits }),
  ),
];

/** How many decimals tell seconds apart that lie a step from each other, to milliseconds. */
function decimalsOf(step: number): number {
  return step < 1 ? Math.min(3, Math.ceil(-Math.log10(step) - 1e-9)) : 0;
}

function momentTick(seconds: number, step: number): string {
  if (step >= DAY || isMidnight(seconds)) return dayText(seconds);
  const date = new Date(Math.round(seconds * 1000));
  if (step >= 60) return TIME.format(date);
  return (SECOND_BY_DECIMALS[decimalsOf(step)] ?? SECOND).format(date);
}

const UNITS = [
  [DAY, "d"],
  [3600, "h"],
  [60, "min"],
] as const;

/** In all units down to the step's: what is left out would tell neighbours apart. */
function durationTick(seconds: number, step: number): string {
  const digits = decimalsOf(step);
  let rest = Number(Math.abs(seconds).toFixed(Math.max(digits, 3)));
  if (rest === 0) return "0 s";
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count} ${unit}`);
    rest -= count * size;
  }
  rest = Number(digits > 0 ? rest.toFixed(digits) : rest.toPrecision(3));
  if (rest > 0) parts.push(`${digits > 0 ? decimalText(rest, digits) : plainText(rest)} s`);
  return `${seconds < 0 ? "−" : ""}${parts.join(" ")}`;
}

/** The texts of the ticks on the x axis; `step` is the distance between ticks. */
export function xTicks(kind: AxisKind, values: readonly number[], step: number): string[] {
  if (kind === "number") return numberTicks(values, step);
  const text = kind === "moment" ? momentTick : durationTick;
  return values.map((value) => text(value, step));
}

/** The texts on a logarithmic axis, whose ticks are far from each other already. */
export function logTicks(values: readonly number[]): string[] {
  return values.map(valueText);
}
