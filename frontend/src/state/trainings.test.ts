import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePhases, findTrainings } from "./trainings";

/** The server's rule is held against the same names. */
const NAMES: readonly { name: string; others: string[]; training: string; phase: string }[] =
  JSON.parse(
    readFileSync(new URL("../../../tests/data/training_names.json", import.meta.url), "utf8"),
  );

describe("findTrainings", () => {
  it.each(NAMES)("takes $name, with $others, for $training $phase", (known) => {
    const { name, others, training, phase } = known;
    expect(findTrainings([name, ...others]).get(name)).toMatchObject({ name: training, phase });
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
