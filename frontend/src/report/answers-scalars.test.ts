import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeScalars } from "../api/scalars";
import { smooth } from "../lib/algorithms/smoothing";
import { findAnswer } from "./answers";
import { closeAnswer, openAnswer, type SeriesHeader } from "./columns-answer";
import { HeldAnswers } from "./held";
import { type Pair, parseQuestion } from "./question";

interface Run {
  readonly run: string;
  readonly steps: readonly number[];
  readonly values: readonly number[];
}

/** An answer as the server makes it: raw points of each run. */
function scalarsOf(runs: readonly Run[]): Promise<ArrayBuffer> {
  let offset = 0;
  const columns: Uint8Array<ArrayBuffer>[] = [];
  const put = (column: BigInt64Array<ArrayBuffer> | Float64Array<ArrayBuffer>, dtype: string) => {
    const place = { dtype, offset, length: column.length };
    columns.push(new Uint8Array(column.buffer));
    offset += column.byteLength;
    return place;
  };
  const series = runs.map(({ run, steps, values }): SeriesHeader => {
    const step = put(BigInt64Array.from(steps, BigInt), "<i8");
    const value = put(Float64Array.from(values), "<f8");
    const counts = { total: steps.length, nan: 0, inf: 0, hidden: 0, undated: 0, restarts: [] };
    return { run, raw: true, ...counts, step, wall_time: value, value };
  });
  return closeAnswer({ tag: "loss", x: "step", series }, columns);
}

function base64(body: ArrayBuffer): string {
  return Buffer.from(body).toString("base64");
}

function holding(path: string, pairs: readonly Pair[], body: ArrayBuffer): HeldAnswers {
  return new HeldAnswers([[path, pairs, "application/octet-stream", false, base64(body)]]);
}

const someRun = fc
  .array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.double()), { maxLength: 12 })
  .map((points) => points.toSorted(([one], [other]) => one - other));

it("returns the points of the requested runs and range", async () => {
  const bound = fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(fc.array(someRun, { maxLength: 4 }), bound, bound, async (all, from, to) => {
      const runs = all.map((points, at) => ({
        run: `r${at}`,
        steps: points.map(([step]) => step),
        values: points.map(([, value]) => value),
      }));
      const pairs = [
        ["tag", "loss"],
        ["x", "step"],
        ["points", "1000"],
      ] as const;
      const held = holding("api/scalars", pairs, await scalarsOf(runs));
      const ends = `${from === undefined ? "" : `&from=${from}`}${to === undefined ? "" : `&to=${to}`}`;
      const url = `api/scalars?tag=loss&run=r0&run=r2&x=step&points=1000${ends}`;
      const answer = await findAnswer(parseQuestion(url), held);
      const given = decodeScalars(answer?.body ?? new ArrayBuffer(0)).series;
      const wanted = runs.filter(({ run }) => run === "r0" || run === "r2");
      expect(given.map(({ run }) => run)).toEqual(wanted.map(({ run }) => run));
      for (const [at, series] of given.entries()) {
        const { steps = [], values = [] } = wanted[at] ?? {};
        const inside = (step: number) => step >= (from ?? -1e9) && step <= (to ?? 1e9);
        const inRange = values.filter((_, point) => inside(steps[point] ?? Number.NaN));
        if (!series.raw) throw new Error("Points have become buckets.");
        expect([...series.value]).toEqual(inRange);
        expect([...series.step]).toEqual(steps.filter(inside));
        expect(series.total).toBe(inRange.length);
        if (ends !== "") expect(series.nan).toBe(inRange.filter(Number.isNaN).length);
      }
    }),
  );
});

/** A series of ten points that came whole, or not. */
async function tenPoints(whole: boolean): Promise<HeldAnswers> {
  const steps = Array.from({ length: 10 }, (_, at) => 10 * at);
  const body = await scalarsOf([{ run: "r0", steps, values: steps }]);
  const { header, columns } = openAnswer(body);
  const series = header.series.map((own) => ({ ...own, whole, smoothed: own.value }));
  const smoothing = { kind: "ema", amount: 0.6 };
  const changed = await closeAnswer({ ...header, smoothing, series }, [columns]);
  return holding(
    "api/scalars",
    [
      ["tag", "loss"],
      ["x", "step"],
      ["points", "1000"],
    ],
    changed,
  );
}

it("gives what a chart needs beyond a range, as the server does", async () => {
  const url = "api/scalars?tag=loss&x=step&points=1000&from=25&to=45&context=true&smoothing=0.6";
  const seriesOf = async (url: string, whole: boolean) => {
    const answer = await findAnswer(parseQuestion(url), await tenPoints(whole));
    return decodeScalars(answer?.body ?? new ArrayBuffer(0)).series[0];
  };
  const part = await seriesOf(url, false);
  expect(part).toMatchObject({ total: 2, before: 1, after: 1, whole: false });
  expect(part?.smoothed).toEqual(Float64Array.of(20, 30, 40, 50));
  const all = await seriesOf(url, true);
  expect(all).toMatchObject({ total: 2, before: 3, after: 5, whole: true });
  const between = await seriesOf(url.replace("45", "26"), false);
  expect(between).toMatchObject({ total: 0, before: 1, after: 1 });
  expect(between?.smoothed).toEqual(Float64Array.of(20, 30));
  // Values of another smoothing are not passed off as the requested ones.
  expect((await seriesOf(url.replace("0.6", "gauss:4"), false))?.smoothed).toBeNull();
});

/** Two series of 8 points in buckets of two; of one, every point is held, too. */
async function inBucketsAndPoints(): Promise<HeldAnswers> {
  const values = [1, 2, 4, 8, 16, 32, 64, 128];
  const points = [{ run: "r1", steps: [0, 1, 2, 3, 4, 5, 6, 7], values }];
  const centres = [1, 3, 5, 7];
  const runs = ["r0", "r1"].map((run) => ({ run, steps: centres, values: [2, 2, 2, 2] }));
  const { header, columns } = openAnswer(await scalarsOf(runs));
  const series = header.series.map(({ step, ...own }) => {
    const same = { x: own.value, min: own.value, max: own.value, mean: own.value };
    const ends = { first: own.value, last: own.value, count: own.value };
    return { ...own, ...same, ...ends, raw: false, whole: false, smoothed: own.value };
  });
  const smoothing = { kind: "ema", amount: 0.6 };
  const chart = await closeAnswer({ ...header, smoothing, series }, [columns]);
  const opened = openAnswer(await scalarsOf(points));
  const whole = opened.header.series.map((own) => ({ ...own, whole: true }));
  const every = await closeAnswer({ ...opened.header, series: whole }, [opened.columns]);
  const entry = (count: string, body: ArrayBuffer) => {
    const pairs = [
      ["tag", "loss"],
      ["x", "step"],
      ["points", count],
    ] as const;
    return ["api/scalars", pairs, "application/octet-stream", false, base64(body)] as const;
  };
  return new HeldAnswers([entry("1000", chart), entry("20000", every)]);
}

it("smooths buckets of which it holds every point, and passes no others off as smoothed", async () => {
  const held = await inBucketsAndPoints();
  const seriesOf = async (words: string) => {
    const url = `api/scalars?tag=loss&x=step${words}`;
    const answer = await findAnswer(parseQuestion(url), held);
    return decodeScalars(answer?.body ?? new ArrayBuffer(0)).series;
  };
  const steps = Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7);
  const values = Float64Array.of(1, 2, 4, 8, 16, 32, 64, 128);
  const own = smooth(steps, values, { kind: "ema", amount: 0.95 });
  const [other, drawn] = await seriesOf("&points=4&context=true&smoothing=0.95");
  expect(other).toMatchObject({ run: "r0", raw: false, smoothed: null });
  expect(drawn).toMatchObject({ run: "r1", raw: false, whole: false });
  const pairs = [0, 2, 4, 6].map((at) => [own[at] as number, own[at + 1] as number] as const);
  const means = pairs.map(([one, two]) => expect.closeTo((one + two) / 2, 12));
  expect([...(drawn?.smoothed ?? [])]).toEqual(means);
  const lasts = Float64Array.from(pairs, ([, last]) => last);
  expect(drawn && !drawn.raw && drawn.smoothedLast).toEqual(lasts);

  // A range with few points is answered with these, smoothed over all of them.
  const [, part] = await seriesOf("&points=4&context=true&smoothing=0.95&from=2&to=4");
  expect(part).toMatchObject({ raw: true, whole: false, total: 3, before: 1, after: 1 });
  expect(part?.smoothed).toEqual(own.subarray(1, 6));
  // A finer chart has room for all, which the page smooths itself.
  const [, all] = await seriesOf("&points=8&context=true&smoothing=0.95");
  expect(all).toMatchObject({ raw: true, whole: true, smoothed: null });
  // The small charts of other tabs do with buckets.
  expect((await seriesOf("&points=100&run=r1")).map(({ raw }) => raw)).toEqual([false]);
});

it("has superseded points where it holds them, or where there are none", async () => {
  const pairs = [
    ["tag", "loss"],
    ["x", "step"],
    ["points", "1000"],
  ] as const;
  const whole = await scalarsOf([{ run: "a", steps: [1], values: [2] }]);
  const url = "api/scalars?tag=loss&x=step&run=a&superseded=true";
  const held = holding("api/scalars", pairs, whole);
  expect(await findAnswer(parseQuestion(url), held)).toBeDefined();
  const { header, columns } = openAnswer(whole);
  const series = header.series.map((own) => ({ ...own, hidden: 1 }));
  const hiding = holding("api/scalars", pairs, await closeAnswer({ ...header, series }, [columns]));
  expect(await findAnswer(parseQuestion(url), hiding)).toBeUndefined();
});
