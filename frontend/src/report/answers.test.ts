import fc from "fast-check";
import { expect, it } from "vitest";
import { findAnswer } from "./answers";
import { HeldAnswers } from "./held";
import { type Pair, parseQuestion } from "./question";

function base64(body: ArrayBuffer): string {
  return Buffer.from(body).toString("base64");
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
