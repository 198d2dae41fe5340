/**
 * Distances between ticks of moments: parts of a minute and of an hour, then hours, days, months
 * and years of the viewer's calendar, which are not all equally long.
 */
import { multiples } from "./tick-values";

export interface CalendarStep {
  /** About how long it is. */
  readonly seconds: number;
  /** Where it begins anew between two moments, both in seconds since the epoch. */
  readonly beginnings: (low: number, high: number) => number[];
}

export const DAY = 86_400;
const HOUR = 3600;
const MONTH = 30.44 * DAY;
/** The day 4 of 1970, a Monday, begins a week; days count from 0. */
const MONDAY = 4;
/** Beyond it a date has no name. */
const MAX_DATE = 8.64e12;

/** Of a unit of the calendar: the number of the one that holds a date, and when one begins. */
interface Unit {
  readonly seconds: number;
  readonly numberOf: (date: Date) => number;
  readonly begin: (number: number) => Date;
}

/** Days and hours count from 1970, months from the year 0; summer time shifts none of them. */
function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (DAY * 1000));
}

const UNITS = {
  hour: {
    seconds: HOUR,
    numberOf: (date) => dayOf(date) * 24 + date.getHours(),
    begin: (hour) => new Date(1970, 0, 1, hour),
  },
  day: {
    seconds: DAY,
    numberOf: dayOf,
    begin: (day) => new Date(1970, 0, 1 + day),
  },
  month: {
    seconds: MONTH,
    numberOf: (date) => date.getFullYear() * 12 + date.getMonth(),
    begin: (month) => new Date(1970, month - 1970 * 12),
  },
} as const satisfies Record<string, Unit>;

/** Every `count` units, the first at a multiple of `count`, so that ticks stay where a chart moves. */
function unitStep(unit: Unit, count: number, phase = 0): CalendarStep {
  return {
    seconds: unit.seconds * count,
    beginnings: (low, high) => {
      const found: number[] = [];
      let last = Number.NEGATIVE_INFINITY;
      let number = unit.numberOf(new Date(low * 1000));
      number -= (((number - phase) % count) + count) % count;
      for (; ; number += count) {
        const at = unit.begin(number).getTime() / 1000;
        if (!(at <= high)) return found;
        // An hour that summer time leaves out begins with the next one.
        if (at >= low && at > last) found.push(at);
        last = at;
      }
    },
  };
}

/** Parts of an hour: an hour that winter time repeats has its ticks twice. */
function clockStep(seconds: number): CalendarStep {
  return {
    seconds,
    beginnings: (low, high) => {
      const zone = new Date(low * 1000).getTimezoneOffset() * 60;
      const places = multiples(low - zone, high - zone, seconds);
      return places.map((place) => place + zone).filter((at) => at >= low && at <= high);
    },
  };
}

const PARTS_OF_SECOND = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const PARTS_OF_SIXTY = [1, 2, 5, 10, 15, 30];
const CLOCK = [
  ...PARTS_OF_SECOND,
  ...PARTS_OF_SIXTY,
  ...PARTS_OF_SIXTY.map((minutes) => minutes * 60),
];
const YEARS = [0, 1, 2, 3, 4].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power));

export const CALENDAR_STEPS: readonly CalendarStep[] = [
  ...CLOCK.map(clockStep),
  ...[1, 2, 3, 6, 12].map((count) => unitStep(UNITS.hour, count)),
  ...[1, 2, 4].map((count) => unitStep(UNITS.day, count)),
  ...[7, 14].map((count) => unitStep(UNITS.day, count, MONDAY)),
  ...[1, 2, 3, 6].map((count) => unitStep(UNITS.month, count)),
  ...YEARS.map((count) => unitStep(UNITS.month, 12 * count)),
];

export function isDate(seconds: number): boolean {
  return Math.abs(seconds) <= MAX_DATE;
}

/** Whether a day of the viewer's calendar begins then. */
export function isMidnight(seconds: number): boolean {
  const date = new Date(seconds * 1000);
  return date.getHours() === 0 && date.getMinutes() === 0 && seconds % 60 === 0;
}
