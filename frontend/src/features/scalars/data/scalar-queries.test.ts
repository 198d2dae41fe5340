import { expect, it } from "vitest";
import type { Run, Tag } from "../../../api/types";
import { CARD_POINTS, MAX_RUNS, queriesOver, tagRuns } from "./scalar-queries";

function run(id: string, first: number | null): Run {
  return {
    id,
    name: id,
    path: id,
    first_wall_time: first,
    last_wall_time: first,
    last_step: null,
    training: id,
    phase: "",
    lasting_training: id,
    state: "done",
    wrote_at: null,
    tags: {},
    hparams: [],
    warnings: [],
  };
}

function tag(name: string, runs: string[]): Tag {
  return { tag: name, kind: "scalars", display_name: "", description: "", runs };
}

it("requests the runs shown that have the tag, or may have it", () => {
  const shown = [run("with", 1), run("without", 1), run("unread", null)];
  expect(tagRuns({ tags: [tag("loss", ["with", "elsewhere"])] }, shown)).toEqual([
    { tag: "loss", runs: ["with", "unread"] },
  ]);
});

it("requests the newest of very many runs, which several tags share", () => {
  const ids = Array.from({ length: MAX_RUNS + 5 }, (_, at) => `run${at}`);
  const shown = ids.map((id) => run(id, 1));
  const [one] = tagRuns({ tags: [tag("loss", ids)] }, shown);
  expect(one?.runs).toEqual(ids.slice(5));
  const two = tagRuns({ tags: [tag("loss", ids), tag("accuracy", ids)] }, shown);
  expect(two.map(({ runs }) => runs.length)).toEqual([MAX_RUNS / 2, MAX_RUNS / 2]);
});

it("is one query for each tag", () => {
  const requested = [{ tag: "loss", runs: ["a"] }];
  const common = { points: CARD_POINTS, axis: "step", range: [1, 2], smoothing: "0.6" } as const;
  expect(queriesOver(requested, common)).toEqual([
    { tag: "loss", runs: ["a"], ...common, superseded: false, context: true },
  ]);
});

it("requests an expression of all runs shown, and facets of theirs", () => {
  const shown = [run("a", 1), run("b", 1)];
  const expression = { ...tag("loss@train - loss", []), isExpression: true as const };
  expect(tagRuns({ tags: [expression] }, shown)).toEqual([
    { tag: "loss@train - loss", isExpression: true, runs: ["a", "b"] },
  ]);
  const only = new Set(["b"]);
  expect(tagRuns({ tags: [tag("loss", ["a", "b"])], only }, shown)).toEqual([
    { tag: "loss", runs: ["b"] },
  ]);
});
