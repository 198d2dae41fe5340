/** The ticks of an axis that is drawn without uPlot. */
import type { AxisKind } from "../model/chart-line";
import { endsOf } from "./chart-axes";
import { numberTicks } from "./number-labels";
import type { Placing } from "./projection";
import { DURATION_STEPS, logTicks, xTicks } from "./tick-labels";
import { multiples, roundStep } from "./tick-values";

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Pixels from one tick to the next at least. */
const ROOM: Record<AxisKind, number> = { number: 70, duration: 90, moment: 110 };
const MAX_LOG = 8;

/** Steps of times divide minutes, hours and days; of moments, those of the viewer's time zone. */
function timeTicks(low: number, high: number, most: number, kind: AxisKind): Tick[] {
  const step =
    DURATION_STEPS.find((one) => (high - low) / one <= most) ?? roundStep(high - low, most);
  const zone = kind === "moment" ? new Date(low * 1000).getTimezoneOffset() * 60 : 0;
  const places = multiples(low - zone, high - zone, step).map((at) => at + zone);
  const texts = xTicks(kind, places, step);
  return places.map((at, nth) => ({ at, text: texts[nth] ?? "" }));
}

/** One below the other, ticks need little room. */
const ROOM_BELOW = 44;

/** The ticks of a horizontal or vertical axis that is so many pixels long. */
export function axisTicks(
  placing: Placing,
  kind: AxisKind,
  length: number,
  isVertical = false,
): Tick[] {
  const { scale } = placing;
  const [low, high] = endsOf(placing);
  if (!(high > low)) return [];
  const most = Math.max(2, Math.floor(length / (isVertical ? ROOM_BELOW : ROOM[kind])));
  if (kind !== "number") return timeTicks(low, high, most, kind);
  const places = scale.ticks(low, high, scale.kind === "linear" ? most : MAX_LOG);
  const [first = 0, second = first + 1] = places;
  const texts = scale.kind === "linear" ? numberTicks(places, second - first) : logTicks(places);
  return places.map((at, nth) => ({ at, text: texts[nth] ?? "" }));
}
