/** Series as the server answers them, for tests: values equal steps where they do not matter. */
import type { BucketSeries, RawSeries } from "../../../api/scalars";

const NOTHING_ODD = { nan: 0, inf: 0, hidden: 0, undated: 0, restarts: [] };
const NOTHING_BEYOND = { before: 0, after: 0, smoothed: null };

export function rawSeries(steps: readonly number[], known: Partial<RawSeries> = {}): RawSeries {
  const step = Float64Array.from(steps);
  const columns = { x: null, step, wall_time: step, value: step };
  const head = { run: "a", total: steps.length, ...NOTHING_ODD, whole: true, ...NOTHING_BEYOND };
  return { ...head, raw: true, ...columns, ...known };
}

export function bucketSeries(
  centres: readonly number[],
  known: Partial<BucketSeries> = {},
): BucketSeries {
  const x = Float64Array.from(centres);
  const columns = { x, min: x, max: x, mean: x, first: x, last: x, count: x.map(() => 1) };
  const head = { run: "a", total: centres.length, ...NOTHING_ODD, whole: false, ...NOTHING_BEYOND };
  return { ...head, raw: false, ...columns, smoothedLast: null, odd: null, ...known };
}

/** The binary answer about a tag, with steps, wall times and values of each run. */
export function scalarsBody(
  tag: string,
  series: readonly { readonly run: string; readonly steps: readonly number[] }[],
): ArrayBuffer {
  const numbers: number[] = [];
  const column = (values: readonly number[]): object => {
    const offset = numbers.length * Float64Array.BYTES_PER_ELEMENT;
    numbers.push(...values);
    return { dtype: "<f8", offset, length: values.length };
  };
  const headers = series.map(({ run, steps }) => ({
    ...{ run, raw: true, total: steps.length, nan: 0, inf: 0, hidden: 0, undated: 0 },
    ...{ restarts: [], whole: true, before: 0, after: 0 },
    step: column(steps),
    wall_time: column(steps.map((step) => step + 1)),
    value: column(steps),
  }));
  const words = new TextEncoder().encode(JSON.stringify({ tag, x: "step", series: headers }));
  const start = 8 * Math.ceil((4 + words.length) / 8);
  const body = new Uint8Array(start + numbers.length * Float64Array.BYTES_PER_ELEMENT);
  body.fill(" ".charCodeAt(0), 4, start);
  body.set(words, 4);
  new DataView(body.buffer).setUint32(0, start - 4, true);
  new Float64Array(body.buffer, start).set(numbers);
  return body.buffer;
}
