import fc from "fast-check";
import { expect, it } from "vitest";
import type { Scalars } from "../../../api/scalars";
import { bucketSeries, rawSeries } from "../testing/series";
import { hiddenPoints, runsWithHidden } from "./hidden-points";
import type { LineStyle } from "./series-lines";
import { supersededLines } from "./superseded-lines";

const answer = (...series: Scalars["series"][number][]): Scalars => ({
  tag: "loss",
  x: "step",
  series,
});
const style = (amount: number): LineStyle => ({
  lookOf: () => ({ colour: "#123456", dash: 0, start: null }),
  smoothing: { kind: "ema", amount },
  inOrder: (series) => series.toReversed(),
  hasEnvelope: true,
  hidesRaw: false,
  right: [],
});

it("draws of each run what was left out", () => {
  const current = answer(rawSeries([0, 1, 2, 3], { wall_time: Float64Array.of(0, 1, 12, 13) }));
  const times = Float64Array.of(0, 1, 2, 12, 3, 13, 4);
  const all = answer(rawSeries([0, 1, 2, 2, 3, 3, 4], { wall_time: times }));
  const [line] = supersededLines(current, all, style(0));
  expect(line).toMatchObject({ key: "a", colour: "#123456", band: null });
  expect([...(line?.x ?? [])]).toEqual([2, 3, 4]);
  expect([...(line?.y ?? [])]).toEqual([2, 3, 4]);
});

it("breaks the line between what two restarts superseded, which is never smoothed", () => {
  const steps = [0, 1, 2, 50, 51];
  const value = Float64Array.of(1, 1, 3, 9, 9);
  const [line] = supersededLines(
    answer(rawSeries([])),
    answer(rawSeries(steps, { value })),
    style(0.5),
  );
  expect([...(line?.x ?? [])]).toEqual([0, 1, 2, 50, 50, 51]);
  expect([...(line?.y ?? [])]).toEqual([1, 1, 3, Number.NaN, 9, 9]);
});

it("finds what was left out where only one of both answers is whole", () => {
  const current = rawSeries([0, 1, 2, 3, 4, 5]);
  const all = rawSeries([2, 3, 3, 4, 5], { wall_time: Float64Array.of(2, 3, 9, 4, 5) });
  const [line] = supersededLines(answer(current), answer(all), style(0));
  expect([...(line?.x ?? [])]).toEqual([3]);
});

it("finds whatever was left out, values that are not finite too", () => {
  const value = fc.constantFrom(0, 1, Number.NaN, Number.POSITIVE_INFINITY);
  const point = fc.record({ step: fc.integer({ min: 0, max: 4 }), value, isCurrent: fc.boolean() });
  fc.assert(
    fc.property(fc.array(point), (points) => {
      const ordered = points.toSorted((one, other) => one.step - other.step);
      const series = (some: typeof ordered) =>
        rawSeries(
          some.map(({ step }) => step),
          { value: Float64Array.from(some, (one) => one.value) },
        );
      const current = series(ordered.filter(({ isCurrent }) => isCurrent));
      const [line] = supersededLines(answer(current), answer(series(ordered)), style(0));
      expect(line?.x.length).toBe(ordered.filter(({ isCurrent }) => !isCurrent).length);
    }),
  );
});

it("draws everything where it comes in buckets", () => {
  const all = answer(bucketSeries([5, 15]));
  const [line] = supersededLines(answer(rawSeries([1, 2])), all, style(0));
  expect([...(line?.x ?? [])]).toEqual([5, 15]);
});

it("counts what is hidden and tells whose it is", () => {
  const scalars = answer(
    rawSeries([1], { run: "a", hidden: 2 }),
    rawSeries([1], { run: "b" }),
    rawSeries([1], { run: "c", hidden: 5 }),
  );
  expect([hiddenPoints(scalars), runsWithHidden(scalars)]).toEqual([7, ["a", "c"]]);
});
