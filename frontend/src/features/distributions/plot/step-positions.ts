/** Where steps stand on their axis: by number, by time since the first, or by date. */
import type { RunHistograms } from "../../../api/histograms";
import type { Axis } from "../../../api/types";
import { countText } from "../../../lib/format/number";
import { durationText, wallTimeText } from "../../../lib/format/time";

/** The positions of a run's steps on an axis, in steps or seconds; those without a time are NaN. */
export function placesOf({ steps }: RunHistograms, axis: Axis): number[] {
  if (axis === "step") return steps.map(({ step }) => step);
  const times = steps.map(({ wallTime }) => wallTime);
  if (axis === "wall_time") return times;
  const first = Math.min(...times.filter(Number.isFinite));
  return times.map((time) => time - first);
}

export interface PlaceRange {
  readonly low: number;
  readonly high: number;
}

/** From the first to the last of several lists of places. */
export function placeRange(places: readonly (readonly number[])[]): PlaceRange {
  const known = places.flat().filter(Number.isFinite);
  if (known.length === 0) return { low: 0, high: 1 };
  return {
    low: known.reduce((least, place) => Math.min(least, place)),
    high: known.reduce((most, place) => Math.max(most, place)),
  };
}

/** Where a place stands within a range, from 0 to 1; in the middle of a range of one place. */
export function shareOf(place: number, { low, high }: PlaceRange): number {
  return high > low ? (place - low) / (high - low) : 0.5;
}

/** The places half way to the neighbours, one more than there are places. */
export function edgesOf(places: readonly number[]): number[] {
  const first = places[0] ?? 0;
  if (places.length < 2) return [first - 0.5, first + 0.5];
  const middle = places.slice(1).map((place, at) => (place + (places[at] ?? place)) / 2);
  const last = places[places.length - 1] ?? first;
  const before = 2 * first - (middle[0] ?? first);
  const after = 2 * last - (middle[middle.length - 1] ?? last);
  return [before, ...middle, after];
}

const TEXTS: Record<Axis, (place: number) => string> = {
  step: (place) => countText(Math.round(place)),
  relative: durationText,
  wall_time: wallTimeText,
};

export function placeText(place: number, axis: Axis): string {
  return Number.isFinite(place) ? TEXTS[axis](place) : "undated";
}
