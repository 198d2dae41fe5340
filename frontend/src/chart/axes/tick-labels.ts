/** The texts along the axes. */
import { valueText } from "../../lib/format/number";
import { dayText, durationText } from "../../lib/format/time";
import type { AxisKind } from "../model/chart-line";
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
