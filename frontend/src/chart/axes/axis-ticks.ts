/** The ticks of an axis: one rule for the page and for files. */
import type { AxisKind } from "../model/chart-line";
import { CALENDAR_STEPS, DAY, isDate, isMidnight } from "./calendar-steps";
import { endsOf } from "./chart-axes";
import { numberTicks } from "./number-labels";
import type { AxisScale } from "./projection";
import { COUNT_STEPS, DURATION_STEPS, logTicks, xTicks } from "./tick-labels";
import { multiples } from "./tick-values";

/** How an axis reads: an x axis by its kind, a y axis as values. */
export type TickKind = AxisKind | "value";

export interface Tick {
  readonly at: number;
  readonly text: string;
  /** Whether a day begins at it, among ticks of hours and less. */
  readonly isDay: boolean;
}

/** CSS pixels from one tick to the next that are enough for most texts; values stand in a column. */
const ROOM: Record<TickKind, number> = { value: 32, number: 72, duration: 88, moment: 88 };
const LOG_ROOM: Record<TickKind, number> = { value: 18, number: 44, duration: 56, moment: 88 };
const MAX_LOG_TICKS = 8;
/** CSS pixels from one tick to the next at least, however short the texts in a row are. */
const MIN_ROOM = 40;
/** CSS pixels between two texts in a row, so that they do not read as one. */
const BESIDE = 20;
/** A step with fewer ticks gives way to a finer one. */
const MIN_TICKS = 2;
/** No step is more than this many times the one before it. */
const MAX_GAP = 4;

/** Steps of 1, 2, 2.5 and 5 times a power of ten around a distance. */
function valueSteps(distance: number): number[] {
  const power = Math.floor(Math.log10(distance));
  return [power - 1, power, power + 1].flatMap((each) =>
    [1, 2, 2.5, 5].map((digits) => Number(`${digits}e${each}`)),
  );
}

/** Durations beyond the longest step are in round numbers of days. */
function durationSteps(distance: number): number[] {
  const longest = DURATION_STEPS.at(-1) ?? DAY;
  if (distance <= longest) return [...DURATION_STEPS];
  return valueSteps(distance / DAY).map((days) => days * DAY);
}

/**
 * The places that the first step wide enough gives; a finer step's, where these are too few and
 * the finer ones are not far too many.
 */
function placesOf<Step>(
  steps: readonly Step[],
  sizeOf: (step: Step) => number,
  distance: number,
  placesAt: (step: Step) => number[],
): { step: Step; places: number[] } | null {
  const found = steps.findIndex((step) => sizeOf(step) >= distance);
  const first = found < 0 ? steps.length - 1 : found;
  let best: { step: Step; places: number[] } | null = null;
  for (let at = first; at >= 0; at -= 1) {
    const step = steps[at] as Step;
    if (sizeOf(step) * MAX_GAP < distance) break;
    best = { step, places: placesAt(step) };
    if (best.places.length >= MIN_TICKS) break;
  }
  return best;
}

function momentTicks(low: number, high: number, distance: number): Tick[] {
  if (!isDate(low) || !isDate(high)) return [];
  const chosen = placesOf(
    CALENDAR_STEPS,
    ({ seconds }) => seconds,
    distance,
    ({ beginnings }) => beginnings(low, high),
  );
  if (chosen === null) return [];
  const { step, places } = chosen;
  const texts = xTicks("moment", places, step.seconds);
  return places.map((at, nth) => ({
    at,
    text: texts[nth] ?? "",
    isDay: step.seconds < DAY && isMidnight(at),
  }));
}

const STEPS: Record<Exclude<TickKind, "moment">, (distance: number) => readonly number[]> = {
  value: valueSteps,
  number: () => COUNT_STEPS,
  duration: durationSteps,
};

/**
 * The ticks of an axis that is `length` CSS pixels long, in rising order. `room` is the distance
 * between ticks of a linear axis that its texts need, for one that lies unlike others of its kind.
 */
export function axisTicks(
  axis: AxisScale,
  kind: TickKind,
  length: number,
  room: number = ROOM[kind],
): Tick[] {
  const { scale } = axis;
  const [low, high] = endsOf(axis);
  if (!(high > low) || !(length > 0)) return [];
  if (scale.kind !== "linear") {
    const most = Math.max(MIN_TICKS, Math.min(MAX_LOG_TICKS, length / LOG_ROOM[kind]));
    const places = scale.ticks(low, high, most);
    const texts = logTicks(places);
    return places.map((at, nth) => ({ at, text: texts[nth] ?? "", isDay: false }));
  }
  const distance = ((high - low) * room) / length;
  if (kind === "moment") return momentTicks(low, high, distance);
  const chosen = placesOf(
    STEPS[kind](distance),
    (step) => step,
    distance,
    (step) => multiples(low, high, step),
  );
  if (chosen === null) return [];
  const { step, places } = chosen;
  const texts = kind === "value" ? numberTicks(places, step) : xTicks(kind, places, step);
  return places.map((at, nth) => ({ at, text: texts[nth] ?? "", isDay: false }));
}

/**
 * The ticks of an axis whose texts stand in a row: closer together where these are short. `widthOf`
 * measures a text in CSS pixels.
 */
export function rowTicks(
  axis: AxisScale,
  kind: TickKind,
  length: number,
  widthOf: (text: string) => number,
): Tick[] {
  const most = kind === "value" ? ROOM.number : ROOM[kind];
  const ticks = axisTicks(axis, kind, length, most);
  const widest = ticks.reduce((width, { text }) => Math.max(width, widthOf(text)), 0);
  const room = Math.max(MIN_ROOM, widest + BESIDE);
  return room < most ? axisTicks(axis, kind, length, room) : ticks;
}
