import { expect, it } from "vitest";
import { comparePhases, countExperiments } from "./experiments";

it("puts the experiment's own first, then what it learned from", () => {
  const phases = ["valid", "train", "", "eval"].map((phase) => ({ phase }));
  expect(phases.sort(comparePhases).map(({ phase }) => phase)).toEqual([
    "",
    "train",
    "eval",
    "valid",
  ]);
});

it("counts experiments, not their runs", () => {
  const runs = ["a", "b", "a", "a"].map((training) => ({ training }));
  expect(countExperiments(runs)).toBe(2);
  expect(countExperiments([])).toBe(0);
});
