import { expect, it } from "vitest";
import type { Changes } from "../../../api/types";
import { markLines } from "./mark-lines";

function changes(tag: string, ...all: readonly (readonly [x: number, value: number])[][]): Changes {
  const series = all.map((own, run) => ({
    run: `run ${run}`,
    total: own.length,
    x: own.map(([x]) => x),
    step: own.map(([x]) => x),
    wall_time: own.map(() => 0),
    before: own.map(() => 0),
    value: own.map(([, value]) => value),
  }));
  return { tag, x: "step", series };
}

it("marks the places where a run has a new value, in their order", () => {
  const lines = markLines([changes("train/lr", [[20, 0.01]], [[10, 0.1]])]);
  expect(lines.map(({ at, label }) => [at, label])).toEqual([
    [10, "train/lr 0.1"],
    [20, "train/lr 0.01"],
  ]);
  expect(lines.every(({ isMark, isReached }) => isMark && !isReached)).toBe(true);
});

it("has one mark where several runs or tags change", () => {
  const rates = changes(
    "lr",
    [
      [10, 0.1],
      [20, 1],
    ],
    [
      [10, 0.1],
      [20, 2],
    ],
    [
      [10, 0.2],
      [20, 3],
    ],
  );
  const lines = markLines([rates, changes("epoch", [[10, 2]])]);
  expect(lines.map(({ label }) => label)).toEqual(["lr 0.1, 0.2, epoch 2", "lr 3 values"]);
});

it("leaves out what has no place on the axis", () => {
  expect(markLines([changes("lr", [[Number.NaN, 0.1]])])).toEqual([]);
});
