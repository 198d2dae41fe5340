/** Times and durations, in seconds. */
import { BROWSER_LOCALE } from "./locale";
import { plainText } from "./number";

const STEPS: readonly (readonly [limit: number, seconds: number, unit: string])[] = [
  [60, 1, "s"],
  [3600, 60, "min"],
  [86_400, 3600, "h"],
  [86_400 * 60, 86_400, "d"],
  [86_400 * 730, 86_400 * 30.4, "mo"],
  [Number.POSITIVE_INFINITY, 86_400 * 365.25, "y"],
];

/** A duration in its largest unit, rounded down: `42 s`, `3 h`, `12 d`. */
export function ageText(seconds: number): string {
  const age = Math.max(0, seconds);
  const [, size, unit] = STEPS.find(([limit]) => age < limit) ?? [0, 1, "s"];
  return `${Math.floor(age / size)} ${unit}`;
}

/** A duration in its two largest units, for a value on a time axis: `1 h 05 min`, `12.5 s`. */
export function durationText(seconds: number): string {
  const sign = seconds < 0 ? "−" : "";
  const size = Math.abs(seconds);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  if (size < 60) return `${sign}${plainText(Number(size.toPrecision(3)))} s`;
  if (size < 3600) return `${sign}${Math.floor(size / 60)} min ${two(size % 60)} s`;
  if (size < 86_400) return `${sign}${Math.floor(size / 3600)} h ${two((size % 3600) / 60)} min`;
  return `${sign}${Math.floor(size / 86_400)} d ${two((size % 86_400) / 3600)} h`;
}

const DAY = { day: "numeric", month: "short" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;

/** Formats for a time in the present year, which goes without saying, and for any other. */
function withYearIfOther(parts: Intl.DateTimeFormatOptions) {
  const present = new Intl.DateTimeFormat(BROWSER_LOCALE, parts);
  const other = new Intl.DateTimeFormat(BROWSER_LOCALE, { ...parts, year: "numeric" });
  return (seconds: number, now: Date): string => {
    const date = new Date(seconds * 1000);
    return (date.getFullYear() === now.getFullYear() ? present : other).format(date);
  };
}

const moment = withYearIfOther({ ...DAY, ...TIME });
const day = withYearIfOther(DAY);

/** A wall time in the viewer's own time zone: `21 Nov, 08:45:07`, `23 Aug 2018, 11:01:30`. */
export function wallTimeText(seconds: number, now = new Date()): string {
  return moment(seconds, now);
}

/** The day of a wall time: `21 Nov`, `23 Aug 2018`. */
export function dayText(seconds: number, now = new Date()): string {
  return day(seconds, now);
}
