import fc from "fast-check";
import { expect, it } from "vitest";
import type { SeriesWarning } from "../../api/types";
import {
  type Answered,
  addBatch,
  type Checked,
  countUnchecked,
  MAX_RUNS,
  nextBatch,
  withChecked,
} from "./unchecked-warnings";

const NOTHING: Checked = new Map();

function run(id: string, scalars: number, training = id, last_step = 0) {
  return { id, training, last_step, last_wall_time: null, tags: { scalars } };
}

function warning(run: string, kind = "not_finite"): SeriesWarning {
  return { run, kind, tag: "loss", step: 1, message: "", method: "" };
}

function answer(runs: readonly { id: string }[], rest: Partial<Answered> = {}): Answered {
  const ids = runs.map(({ id }) => id);
  return { warnings: [], series: 0, left_out: 0, unfinished: [], runs: ids, ...rest };
}

const ids = (runs: readonly { id: string }[]) => runs.map(({ id }) => id);

it("checks whole experiments, the newest first, as many as the server takes", () => {
  const runs = [
    run("old", 900),
    run("validation", 900, "a"),
    run("done", 1),
    run("train", 900, "a"),
    run("new", 100),
  ];
  const first = nextBatch(["old", "validation", "new"], runs, NOTHING);
  expect(ids(first)).toEqual(["new", "validation", "train"]);
  const checked = addBatch(NOTHING, first, answer([]), runs);
  expect(ids(nextBatch(["old", "validation", "new"], runs, checked))).toEqual(["old"]);
});

it("names no more runs than the server takes, of one experiment either", () => {
  const lines = Array.from({ length: MAX_RUNS + 5 }, (_, at) => run(`${at}`, 1, "a"));
  const first = nextBatch(["0"], lines, NOTHING);
  expect(first).toHaveLength(MAX_RUNS);
  const second = nextBatch(["0"], lines, addBatch(NOTHING, first, answer([]), lines));
  expect(ids(second).slice(0, 5)).toEqual(ids(lines).slice(-5));
});

it("comes to an end with every run checked, whatever experiments hold", () => {
  const sizes = fc.array(fc.record({ scalars: fc.nat(3000), training: fc.nat(9) }));
  fc.assert(
    fc.property(sizes, (some) => {
      const runs = some.map(({ scalars, training }, at) => run(`${at}`, scalars, `t${training}`));
      let checked = NOTHING;
      for (let count = 0; count <= runs.length; count += 1) {
        const batch = nextBatch(ids(runs), runs, checked);
        const isSplit = new Set(batch.map(({ training }) => training)).size > 1;
        const series = batch.reduce((sum, { tags }) => sum + tags.scalars, 0);
        expect(series <= 2000 || !isSplit).toBe(true);
        if (batch.length === 0) break;
        checked = addBatch(checked, batch, answer([]), runs);
      }
      expect(checked.size).toBe(runs.length);
    }),
  );
});

it("checks an experiment again once it has logged more, after those never checked", () => {
  const before = [run("a", 1500), run("b", 1500)];
  const checked = addBatch(NOTHING, before.slice(1), answer([]), before);
  const after = [run("a", 1500), run("b", 1500, "b", 7)];
  expect(ids(nextBatch(["a", "b"], after, checked))).toEqual(["a"]);
  const both = addBatch(checked, after.slice(0, 1), answer([]), after);
  expect(ids(nextBatch(["a", "b"], after, both))).toEqual(["b"]);
});

it("puts what a batch found in the place of what the answer about all runs could tell", () => {
  const runs = [run("a/train", 2, "a"), run("a/val", 2, "a"), run("b", 2), run("c", 2)];
  const found = [warning("a/train"), warning("b")];
  const first = answer(runs, { warnings: found, left_out: 3, unfinished: ["a/train", "c"] });
  const batch = { warnings: [warning("a/train"), warning("a/val", "gap")], unfinished: [] };
  const some = addBatch(NOTHING, runs.slice(0, 2), batch, runs);
  const merged = withChecked(first, runs, some);
  expect(merged.warnings.map(({ run, kind }) => `${run} ${kind}`)).toEqual([
    "b not_finite",
    "a/train not_finite",
    "a/val gap",
  ]);
  expect([merged.unfinished, merged.left_out]).toEqual([["c"], 3]);
  expect(countUnchecked(merged, runs)).toBe(1);
  const all = withChecked(first, runs, addBatch(some, runs.slice(3), answer([]), runs));
  expect([all.left_out, countUnchecked(all, runs)]).toEqual([0, 0]);
});

it("goes on saying that a run is not checked whose series are too many for the server", () => {
  const runs = [run("a", 3000), run("b", 1)];
  const first = answer(runs, { left_out: 1000, unfinished: ["a"] });
  const checked = addBatch(NOTHING, runs.slice(0, 1), answer([], { unfinished: ["a"] }), runs);
  expect(nextBatch(first.unfinished, runs, checked)).toEqual([]);
  expect(countUnchecked(withChecked(first, runs, checked), runs)).toBe(1);
});

it("counts runs that no request covered, and forgets deleted ones", () => {
  const runs = [run("a", 1), run("b", 1)];
  expect(countUnchecked(null, runs)).toBe(2);
  expect(countUnchecked(answer(runs.slice(0, 1)), runs)).toBe(1);
  expect([...addBatch(NOTHING, runs, answer([]), runs.slice(0, 1)).keys()]).toEqual(["a"]);
});
