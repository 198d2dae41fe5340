import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeScalars } from "../api/scalars";
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

it("gives the points of the runs and the range asked for", async () => {
  const bound = fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(fc.array(someRun, { maxLength: 4 }), bound, bound, async (all, from, to) => {
      const runs = all.map((points, at) => ({
        run: `r${at}`,
        steps: points.map(([step]) => step),
        values: points.map(([, value]) => value),
      }));
      const pairs = [["tag", "loss"] as const, ["x", "step"] as const];
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
        const kept = values.filter((_, point) => inside(steps[point] ?? Number.NaN));
        if (!series.raw) throw new Error("Points have become buckets.");
        expect([...series.value]).toEqual(kept);
        expect([...series.step]).toEqual(steps.filter(inside));
        expect(series.total).toBe(kept.length);
        if (ends !== "") expect(series.nan).toBe(kept.filter(Number.isNaN).length);
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
    ],
    changed,
  );
}

it("gives what a chart needs beyond a range, as the server does", async () => {
  const url = "api/scalars?tag=loss&x=step&points=1000&from=25&to=45&context=true&smoothing=0.6";
  const seriesOf = async (asked: string, whole: boolean) => {
    const answer = await findAnswer(parseQuestion(asked), await tenPoints(whole));
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
  // Values of another smoothing are not passed off as those asked for.
  expect((await seriesOf(url.replace("0.6", "gauss:4"), false))?.smoothed).toBeNull();
});

it("unpacks what is packed", async () => {
  const packed = new Response(
    new Blob(['{"tags":[]}']).stream().pipeThrough(new CompressionStream("deflate")),
  );
  const body = base64(await packed.arrayBuffer());
  const held = new HeldAnswers([["api/tags", [], "application/json", true, body]]);
  expect(await read("api/tags", held)).toEqual({ tags: [] });
});

it("takes tags of a kind, and warnings and curves of runs, out of whole lists", async () => {
  const held = holdingJson([
    ["api/tags", [], { tags: [{ kind: "text" }, { kind: "scalars" }] }],
    ["api/warnings", [], { warnings: [{ run: "a" }, { run: "b" }], series: 2 }],
    ["api/curves", [["tag", "pr"]], { tag: "pr", curves: [{ run: "a" }, { run: "b" }] }],
  ]);
  expect(await read("api/tags?kind=text", held)).toEqual({ tags: [{ kind: "text" }] });
  expect(await read("api/warnings?run=b", held)).toEqual({ warnings: [{ run: "b" }], series: 2 });
  expect(await read("api/curves?tag=pr&run=a", held)).toEqual({
    tag: "pr",
    curves: [{ run: "a" }],
  });
  expect(await read("api/curves?tag=pr&run=a&step=3", held)).toBeUndefined();
});

it("joins the answers to several steps and tags, and has none where one lacks", async () => {
  const step = (at: string): readonly Pair[] => [
    ["tag", "t"],
    ["step", at],
  ];
  const held = holdingJson([
    ["api/text", step("1"), { tag: "t", values: [1] }],
    ["api/text", step("2"), { tag: "t", values: [2] }],
  ]);
  expect(await read("api/text?tag=t&step=1&step=2", held)).toEqual({ tag: "t", values: [1, 2] });
  expect(await read("api/text?tag=t&step=1&step=3", held)).toBeUndefined();
});

it("gives scopes one by one, whatever rules for nodes elsewhere they are asked with", async () => {
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

it("says of a part that nobody wrote what the server says", async () => {
  expect(await read("api/state/part?name=runs", holdingJson([]))).toEqual({
    revision: 0,
    value: {},
  });
});
