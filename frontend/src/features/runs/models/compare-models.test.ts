import { beforeEach, expect, test } from "vitest";
import { type RunModel, runModels } from "../../../state/runs/run-models";
import { baselineName } from "../../../state/runs/runs";
import { runOf, serveRuns } from "../../../state/testing/serve-runs";
import { comparableModel } from "./compare-models";

/** Of runs by age: the letter is the model. */
const MODELS = { first: "a", second: "b", third: "b", fourth: "c", fifth: "" };

beforeEach(async () => {
  baselineName.value = "";
  await serveRuns(
    Object.keys(MODELS).map((name, at) => runOf(name, { first_wall_time: 1_700_000_000 + at })),
  );
  const models = Object.entries(MODELS).filter(([, hash]) => hash !== "");
  runModels.value = new Map<string, RunModel>(
    models.map(([name, hash]) => [`#${name}`, { hash, name: hash, graph: name }]),
  );
});

function comparedWith(name: string): string | null | undefined {
  const found = comparableModel([{ id: `#${name}` }]);
  return found === null ? undefined : (found.other?.graph ?? null);
}

test("a model is compared with the last other one before it, the first with the next", () => {
  expect(Object.keys(MODELS).map(comparedWith)).toEqual([
    "second",
    "first",
    "first",
    "third",
    undefined,
  ]);
});

test("the baseline comes before all others, unless it has the same model", () => {
  baselineName.value = "second";
  expect(comparedWith("first")).toBe("second");
  expect(comparedWith("fourth")).toBe("second");
  expect(comparedWith("third")).toBe("first");
});

test("where all runs have the same model there is nothing to compare", () => {
  runModels.value = new Map([["#first", { hash: "a", name: "a", graph: "g" }]]);
  expect(comparedWith("first")).toBeNull();
});
