/**
 * Charts of which a report holds every point, too: as the server answers, for any smoothing.
 *
 * What a card draws of a long series are the buckets that the report holds of it. Their smoothed
 * values are worked out here, from the points. Where a range has few points, it is drawn from these.
 */
import { isNothing, type Smoothing, type SmoothingKind, smooth } from "../lib/algorithms/smoothing";
import { closeAnswer, joined, openAnswer, type SeriesHeader } from "./columns-answer";
import type { Answer } from "./held";
import { firstOf, type Question } from "./question";
import { countOf } from "./routes";
import { type Bounds, partWithin } from "./series-range";

export const SMOOTHED = ["smoothed", "smoothed_last"];

/** The smoothing of a question; null without one. */
export function smoothingOf(question: Question): Smoothing | null {
  const text = firstOf(question, "smoothing");
  if (text === undefined) return null;
  const [kind, digits] = text.includes(":") ? text.split(":") : ["ema", text];
  return { kind: kind as SmoothingKind, amount: Number(digits) };
}

/** Whether long series have the requested smoothing; buckets are held for one smoothing. */
export function isSmoothedBy(held: unknown, smoothing: Smoothing | null): boolean {
  const { kind, amount } = (held ?? {}) as Partial<Smoothing>;
  return smoothing !== null && kind === smoothing.kind && amount === smoothing.amount;
}

/** The smoothed values of buckets, given those of the points that they hold one after the other. */
function ofBuckets(count: Float64Array, smoothed: Float64Array): [Float64Array, Float64Array] {
  const [mean, last] = [new Float64Array(count.length), new Float64Array(count.length)];
  let end = 0;
  count.forEach((points, bucket) => {
    const own = smoothed.subarray(end, end + points);
    const finite = own.filter(Number.isFinite);
    mean[bucket] = finite.reduce((sum, value) => sum + value / finite.length, 0);
    if (finite.length === 0) mean[bucket] = Number.NaN;
    last[bucket] = own.at(-1) ?? Number.NaN;
    end += points;
  });
  return [mean, last];
}

function without(series: SeriesHeader, names: readonly string[]): SeriesHeader {
  const left = Object.entries(series).filter(([name]) => !names.includes(name));
  return Object.fromEntries(left) as SeriesHeader;
}

/** `chart` with the series whose points `every` holds, smoothed as requested, or as points. */
export async function withEveryPoint(
  chart: Answer,
  every: Answer,
  question: Question,
  bounds: Bounds | null,
): Promise<Answer> {
  const own = openAnswer(chart.body);
  const all = openAnswer(await joined([own, openAnswer(every.body)]));
  const smoothing = smoothingOf(question);
  const isSmoothed = smoothing !== null && !isNothing(smoothing);
  const axis = firstOf(question, "x") ?? "step";
  const most = countOf(question, "points", 1000);
  const count = own.header.series.length;
  const pointsOf = new Map(all.header.series.slice(count).map((series) => [series.run, series]));
  const columns = [all.columns];
  let offset = all.columns.length;
  const add = (column: Float64Array<ArrayBuffer>) => {
    const place = { dtype: "<f8", offset, length: column.length };
    columns.push(new Uint8Array(column.buffer));
    offset += column.byteLength;
    return place;
  };

  const drawnFrom = (chosen: SeriesHeader): SeriesHeader => {
    const points = pointsOf.get(chosen.run);
    if (points === undefined) {
      return isSmoothedBy(own.header.smoothing, smoothing) ? chosen : without(chosen, SMOOTHED);
    }
    const places = all.numbers(points, points.x === undefined ? axis : "x");
    const value = all.numbers(points, "value");
    const smoothed = isSmoothed ? Float64Array.from(smooth(places, value, smoothing)) : null;
    const part = bounds === null ? { begin: 0, end: places.length } : partWithin(places, bounds);
    if (part.end - part.begin <= most) {
      const whole = places.length <= most;
      return { ...points, whole, ...(whole || !smoothed ? {} : { smoothed: add(smoothed) }) };
    }
    const buckets = without(chosen, SMOOTHED);
    if (smoothed === null) return buckets;
    const [mean, last] = ofBuckets(all.numbers(chosen, "count"), smoothed);
    return {
      ...buckets,
      smoothed: add(Float64Array.from(mean)),
      smoothed_last: add(Float64Array.from(last)),
    };
  };
  const series = all.header.series.slice(0, count).map(drawnFrom);
  const header = { ...all.header, smoothing, series };
  return { ...chart, body: await closeAnswer(header, columns) };
}
