/** Where ticks stand, as values between two ends of an axis. */

/** A step of 1, 2 or 5 times a power of ten that divides `span` into at most `most` parts. */
export function roundStep(span: number, most: number): number {
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

/** An end that is a multiple of the step but for this part of it is one. */
const ROUNDING = 1e-9;

/** The multiples of `step` between the ends. */
export function multiples(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - ROUNDING);
  const count = Math.max(0, Math.floor(high / step + ROUNDING) - first + 1);
  return Array.from({ length: count }, (_, at) => Number(((first + at) * step).toPrecision(15)));
}

/** At most about `most` places that lie evenly. */
export function evenPlaces(low: number, high: number, most: number): number[] {
  return high > low ? multiples(low, high, roundStep(high - low, most)) : [];
}

/**
 * Where a logarithmic axis from `low` to `high` (both positive) has its ticks: at powers of ten, at
 * their doubles and fives where there is room, and evenly within a power of ten.
 */
export function logPlaces(low: number, high: number, most: number): number[] {
  const decades = Math.log10(high / low);
  if (decades < 1) return evenPlaces(low, high, most / 2);
  const factors = decades < most / 3 ? [1, 2, 5] : [1];
  const stride = Math.ceil(decades / most);
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

/** How near a tick may stand to zero, as a part of the distance between ticks. */
const NEAREST_TO_ZERO = 0.6;

/**
 * Where an axis that is linear up to `around` has its ticks: at zero, and at powers of ten beyond
 * `around` on either side of it, from the first on that leaves room for the text at zero; evenly
 * where fewer than two of these are on the axis.
 */
export function symlogPlaces(low: number, high: number, most: number, around: number): number[] {
  const reach = (end: number) => (end > around ? Math.log10(end / around) : 0);
  const stride = Math.max(1, Math.ceil((reach(high) + reach(-low)) / most));
  const placed = (end: number) => Math.sign(end) * Math.log10(1 + Math.abs(end) / around);
  const nearest = (NEAREST_TO_ZERO * (placed(high) - placed(low))) / most;
  let first = Math.round(Math.log10(around));
  while (placed(10 ** first) < nearest) first += 1;
  const side = (end: number): number[] => {
    const places: number[] = [];
    for (let power = first; 10 ** power <= end; power += stride) places.push(Number(`1e${power}`));
    return places;
  };
  const below = side(-low).map((place) => -place);
  const all = [...below.reverse(), 0, ...side(high)].filter((at) => at >= low && at <= high);
  return all.length < 2 ? evenPlaces(low, high, most / 2) : all;
}
