import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePhases, findTrainings } from "./trainings";

function trainingOf(name: string, ...others: string[]): string {
  const training = findTrainings([name, ...others]).get(name);
  return `${training?.name} ${training?.phase}`.trim();
}

describe("findTrainings", () => {
  it.each([
    ["a/train", ["a/validation"], "a train"],
    ["train", ["test"], ". train"],
    ["model", ["model/eval"], "model"],
    ["model/eval", ["model"], "model eval"],
    ["lr_0.1/acc_train", ["lr_0.1", "lr_0.1/acc_valid"], "lr_0.1 acc_train"],
    ["a_train", ["a_eval"], "a train"],
    ["x/a-train", ["x/a-eval"], "x/a train"],
    ["a/1795208891.7", ["a"], "a 1795208891.7"],
    ["a/1795208891.7", ["b"], "a/1795208891.7"],
    ["a/train", ["b/train"], "a/train"],
    ["constrain", ["constrain/x"], "constrain"],
    [".", ["eval"], "."],
    ["eval", ["."], ". eval"],
    ["run_1", ["run_2"], "run_1"],
  ])("takes %s, with %j, for %s", (name, others, training) => {
    expect(trainingOf(name, ...others)).toBe(training);
  });

  it("tells every run of a training apart, however runs are called", () => {
    const part = fc.constantFrom("a", "train", "test", "a_train", "a_val", "170000000000.1", "..");
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const trainings = findTrainings(names);
        const told = names.map((one) => JSON.stringify(trainings.get(one)));
        expect(trainings.size).toBe(names.length);
        expect(new Set(told).size).toBe(names.length);
      }),
    );
  });
});

it("puts the training's own first, then what it learned from", () => {
  const phases = ["valid", "train", "", "eval"].map((phase) => ({ name: "a", phase }));
  expect(phases.sort(comparePhases).map(({ phase }) => phase)).toEqual([
    "",
    "train",
    "eval",
    "valid",
  ]);
});
