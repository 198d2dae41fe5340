import { expect, it } from "vitest";
import type { Places } from "../../../api/types";
import {
  flagsOn,
  linesOf,
  placesOfRuns,
  placesOnSteps,
  seriesKey,
  shortList,
} from "./comment-places";
import type { StepComment } from "./comment-value";
import { moreComments } from "./messages";

function comment(id: string, step: number, more: Partial<StepComment> = {}): StepComment {
  return { id, step, tag: "loss", text: `comment ${id}`, ...more };
}

const NAMES = new Map([
  ["7", "a"],
  ["8", "b"],
]);

function places(of: Readonly<Record<string, readonly (readonly [number, unknown])[]>>): Places {
  const series = Object.entries(of).map(([run, own]) => ({
    run,
    step: own.map(([step]) => step),
    x: own.map(([, x]) => x as number),
  }));
  return { tag: "loss", x: "relative", series };
}

it("has a place for each step, with all comments on it", () => {
  const [one, two, three] = [comment("1", 9), comment("2", 3), comment("3", 9)];
  expect(placesOnSteps([one, two, three])).toEqual([
    { at: 3, comments: [two] },
    { at: 9, comments: [one, three] },
  ]);
});

it("is where its run has the step, on all runs where each of them has it", () => {
  const [all, ofB] = [comment("1", 5), comment("2", 5, { run: "b" })];
  const answers = new Map([[seriesKey(all), places({ 7: [[5, 1.5]], 8: [[5, 4]] })]]);
  expect(placesOfRuns([all, ofB], answers, (run) => NAMES.get(run))).toEqual([
    { at: 1.5, comments: [all] },
    { at: 4, comments: [all, ofB] },
  ]);
});

it("has no place where the run does not reach the step, or where that is none of the axis", () => {
  const lost = comment("1", 6);
  const nowhere = comment("2", 5, { run: "a" });
  const answers = new Map([[seriesKey(lost), places({ 7: [[5, "NaN"]], 8: [[5, 4]] })]]);
  expect(placesOfRuns([lost, nowhere], answers, (run) => NAMES.get(run))).toEqual([]);
  expect(placesOfRuns([comment("3", 5, { isExpression: true })], answers, () => "a")).toEqual([]);
});

it("names a line by as much of the texts as fits on a chart", () => {
  const long = comment("1", 5, { text: "x".repeat(60) });
  const [line] = linesOf(placesOnSteps([long, comment("2", 5)]));
  expect(line).toEqual({
    axis: "x",
    at: 5,
    label: `${"x".repeat(40)}… · comment 2`,
    isReached: false,
    isMark: true,
  });
});

it("makes one flag of those that would cover each other, and none beside the plot", () => {
  const all = [1, 10, 12, 30, 99].map((step) => comment(`${step}`, step));
  const flags = flagsOn(placesOnSteps(all), (at) => 10 * at - 20, 500, 24);
  expect(flags.map(({ left, comments }) => [left, comments.map(({ id }) => id)])).toEqual([
    [80, ["10", "12"]],
    [280, ["30"]],
  ]);
});

it("lists the first of many comments, and how many there are more", () => {
  const lines = ["a", "b", "c", "d"];
  expect(shortList(lines, 4)).toEqual(lines);
  expect(shortList(lines, 3)).toEqual(["a", "b", moreComments(2)]);
});
