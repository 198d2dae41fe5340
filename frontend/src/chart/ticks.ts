/** The texts along the axes. */
import { countText, shortCountText, valueText } from "../lib/number-text";
import { durationText } from "../lib/time-text";
import type { AxisKind } from "./chart-line";

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
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

function momentTick(seconds: number, step: number): string {
  const date = new Date(seconds * 1000);
  const midnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
  if (midnight || step >= 86_400) return DAY.format(date);
  return (step < 60 ? SECOND : TIME).format(date);
}

function numberTick(value: number, step: number): string {
  if (step >= 1000 && value % 1000 === 0) return shortCountText(value);
  return Number.isInteger(value) ? countText(value) : decimals(value, step);
}

function decimals(value: number, step: number): string {
  const places = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return value.toFixed(places).replace(/^-/, "−");
}

function durationTick(seconds: number): string {
  return durationText(seconds)
    .replace(/ 00 (s|min|h)$/, "")
    .replace(/ 0(\d)/, " $1");
}

/** The text of a tick on the x axis; `step` is the distance between ticks. */
export function xTick(kind: AxisKind, value: number, step: number): string {
  if (kind === "moment") return momentTick(value, step);
  return kind === "duration" ? durationTick(value) : numberTick(value, step);
}

/** The texts of the ticks on the y axis: as many decimals as tell neighbours apart. */
export function yTicks(values: readonly number[], step: number): string[] {
  const largest = Math.max(...values.map(Math.abs));
  if (largest >= 1e6 || (largest > 0 && largest < 1e-3)) {
    return values.map((value) => (value === 0 ? "0" : valueText(value)));
  }
  return values.map((value) => decimals(value, step));
}
