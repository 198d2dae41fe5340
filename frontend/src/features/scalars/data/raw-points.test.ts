import { expect, it } from "vitest";
import type { ScalarSeries, Scalars } from "../../../api/scalars";
import { groupLines } from "../lines/group-lines";
import { cardLines } from "../lines/series-lines";
import { bucketSeries, rawSeries } from "../testing/series";
import { lastReadings, readingsAt } from "../values/tooltip-values";
import { nearestStep } from "./logged-points";
import { groupPointsAt, pointsAt, rangeAround } from "./raw-points";

const scalars = (...series: Scalars["series"][number][]): Scalars => ({
  tag: "loss",
  x: "step",
  series,
});
const STYLE = {
  lookOf: () => ({ colour: "#000", dash: 0, start: null }),
  smoothing: { kind: "ema", amount: 0 },
  inOrder: (series: readonly ScalarSeries[]) => series.toReversed(),
  hasEnvelope: false,
  hidesRaw: false,
  right: [],
} as const;
const column = (...values: number[]) => Float64Array.from(values);

/** Two points to a bucket: steps 0 and 1 in that with the centre 0.5, and so on. */
const halved = bucketSeries(
  Array.from({ length: 100 }, (_, at) => 2 * at + 0.5),
  { count: new Float64Array(100).fill(2) },
);

it("requests a range around a step, the smaller the more points buckets hold", () => {
  expect(rangeAround(scalars(halved), 120)).toEqual([117, 123]);
  const full = { ...halved, count: halved.count.map(() => 1000) };
  const near = [expect.closeTo(119.94), expect.closeTo(120.06)];
  expect(rangeAround(scalars(full), 120)).toEqual(near);
  expect(rangeAround(scalars(halved, { ...full, run: "b" }), 120)).toEqual(near);
});

it("requests nothing where every point is known, or steps are not the axis", () => {
  expect(rangeAround(scalars(rawSeries([0, 1, 2])), 1)).toBeNull();
  expect(rangeAround({ ...scalars(halved), x: "wall_time" }, 120)).toBeNull();
});

it("reads the very point of a step from a line of buckets", () => {
  const [line] = cardLines([scalars(halved)], STYLE);
  const lines = line === undefined ? [] : [line];
  expect(readingsAt(lines, 120)[0]).toMatchObject({ x: 120.5, bucket: 2 });
  const near = rawSeries([118, 119, 120, 121], { value: column(5, 6, 7, 8) });
  const points = pointsAt([scalars(near)], 120);
  expect(readingsAt(lines, 120, points)[0]).toMatchObject({ x: 120, logged: 7, bucket: null });
});

it("reads the last step of a line, which lies beyond the middle of its last bucket", () => {
  const lines = cardLines([scalars(halved)], STYLE);
  expect(readingsAt(lines, 199)[0]).toMatchObject({ x: 198.5, beyond: true });
  const points = pointsAt([scalars(rawSeries([198, 199]))], 199);
  expect(readingsAt(lines, 199, points)[0]).toMatchObject({ x: 199, beyond: false });
  const ended = pointsAt([scalars(rawSeries([198, 199]))], 200);
  expect(readingsAt(lines, 200, ended)[0]).toMatchObject({ x: 199, beyond: true });
});

it("reads a group at a step as where every point is shown, whatever is zoomed", () => {
  const groupOf = () => ({ key: "g", label: "g" });
  const style = { ...STYLE, smoothing: { kind: "ema", amount: 0.6 } } as const;
  const linesOf = (all: readonly Scalars[]) => groupLines(all, groupOf, "std", style);
  const smoothed = halved.mean.map((value) => value + 0.25);
  const ofBuckets = scalars(
    { ...halved, smoothed },
    { ...halved, smoothed, run: "b" },
    rawSeries([0, 60, 180], { run: "whole" }),
  );
  const near = scalars(
    rawSeries([117, 119, 121, 123], { whole: false, smoothed: column(1, 2, 4, 8) }),
    rawSeries([116, 120, 124], { run: "b", whole: false, smoothed: column(5, 7, 9) }),
  );
  const all = scalars(...near.series, ...ofBuckets.series.slice(2));
  const lines = linesOf([ofBuckets]);
  expect(readingsAt(lines, 120)[0]?.bucket).toBe(2 + 2);
  const points = groupPointsAt([ofBuckets], [near], 120, linesOf);
  const [read] = readingsAt(lines, 120, points);
  const [zoomed] = readingsAt(linesOf([all]), 120);
  expect(read).toMatchObject({ x: 120, logged: 120, bucket: null });
  expect([read?.logged, read?.shown]).toEqual([zoomed?.logged, zoomed?.shown]);
  // Where points crowd, they come in buckets, too: nothing is passed off as a point.
  const crowded = scalars(halved, ...near.series.slice(1));
  expect(groupPointsAt([ofBuckets], [crowded], 120, linesOf).size).toBe(0);
});

it("knows the logged step next to another, of any line", () => {
  const answers = [scalars(rawSeries([112, 119]), { ...rawSeries([117, 122]), run: "b" })];
  expect(nearestStep(pointsAt(answers, 121), 121)).toBe(122);
  expect(nearestStep(pointsAt([], 121), 121)).toBeNull();
});

it("leaves alone the lines whose points were not read", () => {
  const lines = cardLines([scalars(halved, { ...halved, run: "b" })], STYLE);
  const points = pointsAt([scalars(rawSeries([120])), scalars({ ...halved, run: "b" })], 120);
  expect(readingsAt(lines, 120, points).map(({ bucket }) => bucket)).toEqual([2, null]);
});

it("reads the last value that was logged, not the mean of the last bucket", () => {
  const last = column(...halved.last.subarray(0, 99), 42);
  const [reading] = lastReadings(cardLines([scalars({ ...halved, last })], STYLE));
  expect(reading).toMatchObject({ x: 198.5, logged: 42, bucket: 2 });
});
