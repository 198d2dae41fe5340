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

function holdingJson(entries: readonly (readonly [string, readonly Pair[], unknown])[]) {
  const body = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  return new HeldAnswers(
    entries.map(([path, pairs, value]) => [path, pairs, "application/json", false, body(value)]),
  );
}

async function read(url: string, held: HeldAnswers): Promise<unknown> {
  const answer = await findAnswer(parseQuestion(url), held);
  return answer && JSON.parse(new TextDecoder().decode(answer.body));
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

it("unpacks what is packed", async () => {
  const packed = new Response(
    new Blob(['{"tags":[]}']).stream().pipeThrough(new CompressionStream("deflate")),
  );
  const body = base64(await packed.arrayBuffer());
  const held = new HeldAnswers([["api/tags", [], "application/json", true, body]]);
  expect(await read("api/tags", held)).toEqual({ tags: [] });
});

it("takes tags of a kind, and warnings of runs, out of whole lists", async () => {
  const held = holdingJson([
    ["api/tags", [], { tags: [{ kind: "text" }, { kind: "scalars" }] }],
    ["api/warnings", [], { warnings: [{ run: "a" }, { run: "b" }], series: 2 }],
  ]);
  expect(await read("api/tags?kind=text", held)).toEqual({ tags: [{ kind: "text" }] });
  expect(await read("api/warnings?run=b", held)).toEqual({ warnings: [{ run: "b" }], series: 2 });
});

/** A value with three samples of its step, as the export holds it. */
function heldValue(run: string, step: string, nth: number, values: number) {
  const pictures = [0, 1, 2].map((at) => ({ bytes: 10 * nth + at }));
  return { run, step: Number(step), nth, values, samples: 3, message: null, pictures };
}

function holdingImages(steps: Readonly<Record<string, readonly string[]>>, lacks = "") {
  const tag = ["tag", "im"] as const;
  const values = Object.entries(steps).flatMap(([run, own]) =>
    own
      .filter((step) => step !== lacks)
      .map((step) => {
        const pairs = [tag, ["run", run] as const, ["step", step] as const];
        const all = [0, 1].map((nth) => heldValue(run, step, nth, 2));
        return ["api/images", pairs, { tag: "im", values: all, more: 0 }] as const;
      }),
  );
  const series = Object.entries(steps).map(([run, own]) => ({ run, step: own.map(Number) }));
  return holdingJson([
    ["api/steps", [["kind", "images"], tag], { kind: "images", series }],
    ...values,
  ]);
}

interface Described {
  readonly values: readonly {
    readonly step: number;
    readonly nth: number;
    readonly message: string | null;
    readonly pictures: readonly { readonly bytes: number }[];
  }[];
}

it("gives any page of values and samples of what it holds", async () => {
  const count = fc.nat({ max: 4 });
  const steps = fc.uniqueArray(fc.constantFrom("1", "5", "20"), { minLength: 1 });
  const held = holdingImages({ a: ["1", "5", "20"] });
  await fc.assert(
    fc.asyncProperty(
      steps,
      count,
      count,
      count,
      count,
      async (at, nth, values, sample, samples) => {
        const page = `nth=${nth}&values=${values}&sample=${sample}&samples=${samples}`;
        const url = `api/images?tag=im&run=a&${page}${at.map((step) => `&step=${step}`).join("")}`;
        const given = (await read(url, held)) as Described;
        const wanted = at
          .toSorted((one, other) => Number(one) - Number(other))
          .flatMap((step) =>
            [0, 1].slice(nth, nth + values).map((own) => ({
              step: Number(step),
              nth: own,
              bytes: [0, 1, 2].slice(sample, sample + samples).map((one) => 10 * own + one),
            })),
          );
        expect(
          given.values.map(({ step, nth: own, pictures }) => {
            return { step, nth: own, bytes: pictures.map(({ bytes }) => bytes) };
          }),
        ).toEqual(wanted);
      },
    ),
  );
});

it("gives the last step of a run where none is named", async () => {
  const held = holdingImages({ a: ["1", "20"], b: ["5"] });
  const { values } = (await read("api/images?tag=im&run=a&nth=0&values=9", held)) as Described;
  expect(values.map(({ step }) => step)).toEqual([20, 20]);
});

it("says of each step that it lacks, and gives the others", async () => {
  const missed: string[] = [];
  const pairs = [
    ["tag", "t"],
    ["run", "a"],
    ["step", "1"],
    ["form", "raw"],
  ] as const;
  const body = Buffer.from(JSON.stringify({ tag: "t", values: [{ step: 1, nth: 0 }] }));
  const held = new HeldAnswers(
    [["api/text", pairs, "application/json", false, body.toString("base64")]],
    ({ path }) => missed.push(path),
  );
  const url = "api/text?tag=t&run=a&step=3&step=1&form=raw&nth=0&values=20";
  const { values } = (await read(url, held)) as Described;
  expect(values.map(({ step, message }) => [step, message])).toEqual([
    [1, undefined],
    [3, "Not included in this report."],
  ]);
  expect(missed).toEqual(["api/text"]);
});

it("gives each run's curve at its nearest step, of two the earlier", async () => {
  const tag = ["tag", "pr"] as const;
  const curve = (run: string, step: string) =>
    [
      "api/curves",
      [tag, ["run", run] as const, ["step", step] as const],
      { tag: "pr", curves: [{ run, step: Number(step) }] },
    ] as const;
  const series = [
    { run: "a", step: [0, 10] },
    { run: "b", step: [4] },
  ];
  const held = holdingJson([
    ["api/steps", [["kind", "curves"], tag], { kind: "curves", series }],
    ...[curve("a", "0"), curve("a", "10"), curve("b", "4")],
  ]);
  const stepsAt = async (rest: string) => {
    const { curves } = (await read(`api/curves?tag=pr${rest}`, held)) as {
      curves: { run: string; step: number }[];
    };
    return curves.map(({ run, step }) => `${run} ${step}`);
  };
  expect(await stepsAt("")).toEqual(["a 10", "b 4"]);
  expect(await stepsAt("&run=a&step=5")).toEqual(["a 0"]);
  expect(await stepsAt("&run=a&run=b&step=6")).toEqual(["a 10", "b 4"]);
});

it("joins the steps of tags in words and the tags of patterns", async () => {
  const series = (tag: string) => [
    { tag, run: "a" },
    { tag, run: "b" },
  ];
  const held = holdingJson([
    [
      "api/steps",
      [
        ["kind", "tensors"],
        ["tag", "s"],
      ],
      { kind: "tensors", series: series("s") },
    ],
    [
      "api/steps",
      [
        ["kind", "tensors"],
        ["tag", "t"],
      ],
      { kind: "tensors", series: series("t") },
    ],
    ["api/layouts/tags", [["pattern", "x"]], { patterns: [{ pattern: "x" }] }],
    ["api/layouts/tags", [["pattern", "y"]], { patterns: [{ pattern: "y" }] }],
  ]);
  expect(await read("api/steps?kind=tensors&tag=s&tag=t&run=b", held)).toEqual({
    kind: "tensors",
    series: [
      { tag: "s", run: "b" },
      { tag: "t", run: "b" },
    ],
  });
  expect(await read("api/steps?kind=tensors&tag=s&tag=u", held)).toBeUndefined();
  expect(await read("api/layouts/tags?pattern=y&pattern=x", held)).toEqual({
    patterns: [{ pattern: "y" }, { pattern: "x" }],
  });
});

it("returns the requested number of components", async () => {
  const words = { rows: 2, components: 3, coordinates: [1, 2, 3, 4, 5, 6], variance: [5, 3, 1] };
  const pairs = [
    ["run", "a"],
    ["index", "0"],
    ["components", "30"],
  ] as const;
  const held = holdingJson([["api/projector/vectors", pairs, words]]);
  expect(await read("api/projector/vectors?run=a&index=0&components=2", held)).toEqual({
    ...words,
    components: 2,
    coordinates: [1, 2, 4, 5],
    variance: [5, 3],
  });
  expect(await read("api/projector/vectors?run=a&components=50", held)).toEqual(words);
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

it("returns scopes one by one, whatever rules for other nodes are in the request", async () => {
  const rule = "exclude:name:a/x";
  const held = holdingJson([
    [
      "api/graphs/g/scope",
      [
        ["name", "a"],
        ["choice", rule],
      ],
      { name: "a" },
    ],
    ["api/graphs/g/scope", [["name", "b/c"]], { name: "b/c" }],
  ]);
  const url = `api/graphs/g/scopes?name=a&name=b%2Fc&name=d&choice=${encodeURIComponent(rule)}`;
  expect(await read(url, held)).toEqual({
    scopes: [{ name: "a" }, { name: "b/c" }],
    missing: ["d"],
    left: [],
  });
  expect(await read("api/graphs/g/scope?name=a", held)).toBeUndefined();
});

it("answers for an unwritten document as the server does", async () => {
  expect(await read("api/state/part?name=runs", holdingJson([]))).toEqual({
    revision: 0,
    value: {},
  });
});
