/** Values are the same in every part of the axis: smoothed, read off and grouped. */
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Scalars, ScalarsQuery } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import type { SmoothingKind } from "../../../lib/algorithms/smoothing";
import { NO_POINTS } from "../data/logged-points";
import { inRange } from "../data/points-in-range";
import { deriveScalars } from "../data/scalars-cache";
import { wholeAnswers } from "../data/whole-answers";
import { cardLines, type LineStyle } from "../lines/series-lines";
import { dataRows } from "../values/data-rows";
import { lastReadings, readingsAt } from "../values/tooltip-values";
import { bucketSeries, rawSeries } from "./series";

const column = (...values: number[]) => Float64Array.from(values);
const answer = (...series: Scalars["series"][number][]): Scalars => ({
  tag: "loss",
  x: "step",
  series,
});
const style = (kind: SmoothingKind, amount: number): LineStyle => ({
  lookOf: () => ({ colour: "#000", dash: 0, start: null }),
  smoothing: { kind, amount },
  inOrder: (series) => series.toReversed(),
  hasEnvelope: true,
  hidesRaw: false,
  right: [],
});
const EMA = style("ema", 0.6);

it("smooths a whole series alike, whatever part of it is in view", () => {
  const value = fc.oneof(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.constant(Number.NaN));
  const smoothing = fc.oneof(
    fc.tuple(fc.constantFrom("ema" as const, "time" as const), fc.constantFrom(0.3, 0.9)),
    fc.tuple(fc.constantFrom("gauss" as const, "mean" as const, "median" as const), fc.constant(5)),
  );
  const steps = fc.uniqueArray(fc.nat({ max: 99 }), { minLength: 1, maxLength: 40 });
  const range = fc.tuple(fc.integer({ min: -5, max: 105 }), fc.integer({ min: -5, max: 105 }));
  fc.assert(
    fc.property(steps, fc.infiniteStream(value), smoothing, range, (some, values, how, ends) => {
      const look = style(how[0], how[1]);
      const sorted = some.toSorted((one, other) => one - other);
      const own = Float64Array.from(values.take(sorted.length));
      const all = answer(rawSeries(sorted, { value: own }));
      const view: Range = [Math.min(...ends), Math.max(...ends)];
      const part = inRange(all, view);
      const [whole] = cardLines([all], look);
      const [cut] = cardLines(part === null ? [] : [part], look);
      expect(cut?.y).toEqual(whole?.y);
      const inside = sorted.filter((step) => step >= view[0] && step <= view[1]);
      expect(part?.series[0]?.total).toBe(inside.length);
      for (const step of inside) {
        const read = (line: typeof whole, shown: Range | null) =>
          readingsAt(line === undefined ? [] : [line], step, NO_POINTS, shown)[0]?.shown;
        expect(read(cut, view)).toBe(read(whole, null));
      }
    }),
  );
});

it("takes the server's values for a series that it does not have whole", () => {
  const part = rawSeries([10, 11, 12], { whole: false, smoothed: column(5, 6, 7) });
  const [line] = cardLines([answer(part)], EMA);
  expect([line?.y, line?.faint]).toEqual([column(5, 6, 7), column(10, 11, 12)]);
  const buckets = bucketSeries([1, 2], { smoothed: column(3, 4), smoothedLast: column(5, 6) });
  const lines = cardLines([answer(buckets)], EMA);
  expect(lines[0]?.y).toEqual(column(3, 4));
  expect(lastReadings(lines)[0]).toMatchObject({ shown: 6 });
  expect(cardLines([answer(buckets)], style("ema", 0))[0]?.y).toEqual(column(1, 2));
});

it("reads the value at a step as the server smoothed it", () => {
  const lines = cardLines([answer(bucketSeries([0, 10], { smoothed: column(1, 2) }))], EMA);
  const points = new Map([["a\nloss", { x: 8, value: 3, smoothed: 1.5 }]]);
  expect(readingsAt(lines, 8, points)[0]).toMatchObject({ x: 8, logged: 3, shown: 1.5 });
});

it("reads points in view, and those beside it only from a line that has none there", () => {
  const [line] = cardLines([answer(rawSeries([0, 20, 40, 60]))], style("ema", 0));
  const lines = line === undefined ? [] : [line];
  const at = (x: number, range: Range) => readingsAt(lines, x, NO_POINTS, range)[0]?.x;
  expect(at(26, [25, 45])).toBe(40);
  expect(at(26, [25, 35])).toBe(20);
  expect(at(34, [25, 35])).toBe(40);
  expect(at(70, [65, 75])).toBeUndefined();
  expect(lastReadings(lines, [5, 45])[0]).toMatchObject({ x: 40, beyond: false });
  expect(lastReadings(lines, [25, 35])[0]).toMatchObject({ x: 20, beyond: true });
});

it("lists the points in view", () => {
  const lines = cardLines([answer(rawSeries([0, 20, 40, 60]))], style("ema", 0));
  expect(dataRows(lines, [10, 40]).map(({ x }) => x)).toEqual([20, 40]);
  expect(dataRows(lines).length).toBe(4);
});

const QUERY: ScalarsQuery = {
  ...{ tag: "loss", runs: ["a"], axis: "step", range: null, points: 1000 },
  ...{ superseded: false, context: true, smoothing: "0.6" },
};

beforeAll(async () => void (await wholeAnswers.load()));

it("derives another smoothing or range from series that it has whole", () => {
  const all = answer(rawSeries([1, 2, 3, 4]));
  expect(deriveScalars({ ...QUERY, smoothing: "median:9" }, QUERY, all)).toBe(all);
  const part = deriveScalars({ ...QUERY, smoothing: null, range: [2, 3] }, QUERY, all);
  expect(part?.series[0]).toMatchObject({ total: 2, before: 1, after: 1 });
  const ranged = { ...QUERY, range: [1, 3] as const };
  expect(deriveScalars({ ...QUERY, range: [2, 3] }, ranged, all)).toBeNull();
  expect(deriveScalars(QUERY, ranged, all)).toBeNull();
});

it("derives another axis from points in order", () => {
  const all = answer(rawSeries([1, 2, 3, 4]));
  expect(deriveScalars({ ...QUERY, axis: "relative" }, QUERY, all)?.x).toBe("relative");
  const part = { ...QUERY, range: [1, 3] as const };
  expect(deriveScalars({ ...part, axis: "relative" }, part, all)).toBeNull();
  expect(deriveScalars({ ...QUERY, axis: "epoch" }, QUERY, all)).toBeNull();
  expect(deriveScalars(QUERY, { ...QUERY, axis: "epoch" }, all)).toBeNull();
});

it("derives nothing of other series, and nothing from buckets but what they are", () => {
  const all = answer(rawSeries([1, 2, 3, 4]));
  for (const other of [{ runs: ["a", "b"] }, { superseded: true }, { points: 50 }]) {
    expect(deriveScalars({ ...QUERY, ...other }, QUERY, all)).toBeNull();
  }
  const buckets = answer(bucketSeries([1, 2], { smoothed: column(1, 2) }));
  for (const other of [{ smoothing: "0.7" }, { smoothing: null }, { range: [1, 2] as const }]) {
    expect(deriveScalars({ ...QUERY, ...other }, QUERY, buckets)).toBeNull();
  }
});
