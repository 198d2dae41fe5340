/** The texts along the axes. */
import { valueText } from "../lib/number-text";
import { dayText, durationText } from "../lib/time-text";
import type { AxisKind } from "./chart-line";
import { numberTicks } from "./number-tick";

/** Distances between ticks of an axis that counts: no tick stands between two steps. */
export const COUNT_STEPS: readonly number[] = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((factor) => factor * 10 ** power),
).flat();

/** Distances between ticks that divide minutes, hours and days, in seconds. */
export const DURATION_STEPS: readonly number[] = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900,
  1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000, 2_592_000, 8_640_000,
];

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const SECOND = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

function momentTick(seconds: number, step: number): string {
  const date = new Date(seconds * 1000);
  const midnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
  if (midnight || step >= 86_400) return dayText(seconds);
  return (step < 60 ? SECOND : TIME).format(date);
}

function durationTick(seconds: number): string {
  return durationText(seconds)
    .replace(/ 00 (s|min|h)$/, "")
    .replace(/ 0(\d)/, " $1");
}

/** The texts of the ticks on the x axis; `step` is the distance between ticks. */
export function xTicks(kind: AxisKind, values: readonly number[], step: number): string[] {
  if (kind === "number") return numberTicks(values, step);
  return values.map(kind === "moment" ? (value) => momentTick(value, step) : durationTick);
}

/** The texts on a logarithmic axis, whose ticks are far from each other already. */
export function logTicks(values: readonly number[]): string[] {
  return values.map(valueText);
}

const MOST_LOG_TICKS = 8;

/** A step of 1, 2 or 5 times a power of ten that divides `span` into at most `most` parts. */
function roundStep(span: number, most: number): number {
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

function evenPlaces(low: number, high: number): number[] {
  const step = roundStep(high - low, MOST_LOG_TICKS / 2);
  const first = Math.ceil(low / step);
  const count = Math.max(0, Math.floor(high / step) - first + 1);
  return Array.from({ length: count }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/**
 * Where a logarithmic axis from `low` to `high` (both positive) has its ticks: at powers of ten, at
 * their doubles and fives where there is room, and evenly within a power of ten.
 */
export function logPlaces(low: number, high: number): number[] {
  const decades = Math.log10(high / low);
  if (decades < 1) return evenPlaces(low, high);
  const factors = decades < MOST_LOG_TICKS / 3 ? [1, 2, 5] : [1];
  const stride = Math.ceil(decades / MOST_LOG_TICKS);
  const places: number[] = [];
  const first = Math.floor(Math.log10(low) / stride) * stride;
  for (let power = first; 10 ** power <= high; power += stride) {
    for (const factor of factors) {
      const place = Number(`${factor}e${power}`);
      if (place >= low && place <= high) places.push(place);
    }
  }
  return places;
}
