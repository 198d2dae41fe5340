import { expect, it } from "vitest";
import type { Scalars } from "../../../api/scalars";
import { bucketSeries, rawSeries } from "../testing/series";
import { lastReadings } from "../values/tooltip-values";
import { groupLines } from "./group-lines";
import type { CardGroup } from "./group-of-run";
import type { LineStyle } from "./series-lines";
import { cardLines } from "./series-lines";

const style: LineStyle = {
  lookOf: (run) => ({ colour: run, dash: 0, start: null }),
  smoothing: { kind: "ema", amount: 0 },
  inOrder: (series) => series.toReversed(),
  hasEnvelope: true,
  hidesRaw: false,
  right: [],
};
const groupOf = (run: string): CardGroup => {
  const key = run.split("/")[0] as string;
  return { key, label: key };
};
const raw = (run: string, values: number[]) =>
  rawSeries(
    values.map((_, at) => at),
    { run, value: Float64Array.from(values) },
  );

it("draws each group as its mean and a band, in the order of the runs", () => {
  const answer: Scalars = {
    tag: "loss",
    x: "step",
    series: [raw("a/1", [0, 2]), raw("a/2", [2, 4]), raw("b/1", [7, 7])],
  };
  const lines = groupLines([answer], groupOf, "range", style);
  expect(lines.map(({ group, runs }) => [group, runs])).toEqual([
    ["b", ["b/1"]],
    ["a", ["a/1", "a/2"]],
  ]);
  const [, a] = lines;
  expect([...(a?.y ?? [])]).toEqual([1, 3]);
  expect(a?.band).toEqual({ min: Float64Array.of(0, 2), max: Float64Array.of(2, 4) });
  expect(a?.colour).toBe("a/2");
});

it("has the colour of the group's newest run, also where that has no such tag", () => {
  const answer: Scalars = { tag: "loss", x: "step", series: [raw("a/1", [0]), raw("a/2", [2])] };
  const [line] = groupLines([answer], (run) => ({ ...groupOf(run), newest: "a/9" }), "std", style);
  expect(line?.colour).toBe("a/9");
});

it("counts what is not finite in any run, of points and of buckets", () => {
  const odd = {
    nans: Float64Array.of(0, 3),
    infs: Float64Array.of(2, 0),
    negativeInfs: Float64Array.of(1, 0),
  };
  const answer: Scalars = {
    tag: "loss",
    x: "step",
    series: [
      { ...raw("a/1", [Number.NaN, 1]), nan: 1 },
      { ...raw("a/2", [1, Number.NEGATIVE_INFINITY]), inf: 1 },
      { ...bucketSeries([0, 1]), run: "a/3", odd },
    ],
  };
  const [line] = groupLines([answer], groupOf, "std", style);
  expect(line?.nonFinite).toEqual({
    nan: Float64Array.of(1, 3),
    inf: Float64Array.of(2, 1),
    negativeInf: Float64Array.of(1, 1),
  });
});

it("says of its places what they stand for where a run came in buckets", () => {
  const known = {
    run: "a/2",
    count: Float64Array.of(4, 4),
    last: Float64Array.of(10, 20),
    smoothed: Float64Array.of(1, 2),
    smoothedLast: Float64Array.of(3, 6),
  };
  const series = [raw("a/1", [0, 2]), bucketSeries([0, 1], known)];
  const answer: Scalars = { tag: "loss", x: "step", series };
  const smoothed = { ...style, smoothing: { kind: "mean", amount: 3 } } as const;
  const [line] = groupLines([answer], groupOf, "range", smoothed);
  expect(line?.buckets?.count).toEqual(Float64Array.of(5, 5));
  expect(lastReadings(line === undefined ? [] : [line])[0]).toMatchObject({
    logged: 11,
    shown: (2 + 6) / 2,
    bucket: 5,
  });
  const [points] = groupLines([{ ...answer, series: [raw("a/1", [0])] }], groupOf, "std", style);
  expect(points?.buckets).toBeNull();
});

it("is not smoothed where a run's smoothed values are not known", () => {
  const smoothed = { ...style, smoothing: { kind: "ema", amount: 0.6 } } as const;
  const series = [raw("a/1", [0, 2]), { ...bucketSeries([0, 1]), run: "a/2" }];
  const [line] = groupLines([{ tag: "loss", x: "step", series }], groupOf, "range", smoothed);
  expect(line).toMatchObject({ isUnsmoothed: true, faint: null, y: Float64Array.of(0, 1.5) });
});

it("is the mean of the runs as each is smoothed for itself, wherever they end", () => {
  const smoothed = { ...style, smoothing: { kind: "ema", amount: 0.6 } } as const;
  const runs = [raw("a/1", [1, 5, 2, 8, 3]), raw("a/2", [4, 1, 9])];
  const answer: Scalars = { tag: "loss", x: "step", series: runs };
  const [group] = groupLines([answer], groupOf, "range", smoothed);
  const own = cardLines([answer], smoothed).toReversed();
  const mean = [0, 1, 2].map((at) => ((own[0]?.y[at] ?? 0) + (own[1]?.y[at] ?? 0)) / 2);
  expect([...(group?.y ?? [])]).toEqual([...mean, own[0]?.y[3], own[0]?.y[4]]);
  const low = [0, 1, 2].map((at) => Math.min(own[0]?.y[at] ?? 0, own[1]?.y[at] ?? 0));
  expect([...(group?.band?.min ?? [])].slice(0, 3)).toEqual(low);
  expect([...(group?.faint ?? [])]).toEqual([2.5, 3, 5.5, 8, 3]);
});
