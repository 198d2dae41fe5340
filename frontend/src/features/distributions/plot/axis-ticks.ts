/** Ticks of the axes of a distribution. */
import type { Axis } from "../../../api/types";
import { numberTicks } from "../../../chart/axes/number-labels";
import { COUNT_STEPS, DURATION_STEPS, xTicks } from "../../../chart/axes/tick-labels";

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** A step of 1, 2 or 5 times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
}

function multiples(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first + 1);
  return Array.from({ length: Math.min(count, 50) }, (_, at) => (first + at) * step);
}

/** At most about `most` ticks of an axis of values. */
export function valueTicks(low: number, high: number, most: number): Tick[] {
  const size = high - low;
  if (!(size > 0) || !Number.isFinite(size)) return [];
  const step = roundStep(size / Math.max(1, most));
  const values = multiples(low, high, step);
  const texts = numberTicks(values, step);
  return values.map((at, index) => ({ at, text: texts[index] ?? "" }));
}

const KINDS = { step: "number", relative: "duration", wall_time: "moment" } as const;

/** At most about `most` ticks of the axis on which steps stand. */
export function placeTicks(low: number, high: number, axis: Axis, most: number): Tick[] {
  const size = high - low;
  if (!(size > 0) || !Number.isFinite(size)) {
    return [{ at: low, text: xTicks(KINDS[axis], [low], 1)[0] ?? "" }];
  }
  const rough = size / Math.max(1, most);
  const steps = axis === "step" ? COUNT_STEPS : DURATION_STEPS;
  const step = steps.find((candidate) => candidate >= rough) ?? roundStep(rough);
  const places = multiples(low, high, step);
  const texts = xTicks(KINDS[axis], places, step);
  // Clock times have no parts of a second: of ticks within one, the first says it.
  return places.flatMap((at, index) =>
    index > 0 && texts[index] === texts[index - 1] ? [] : [{ at, text: texts[index] ?? "" }],
  );
}
