import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FIRST_SELECTION,
  knownNames,
  MAX_LINES,
  ofNewestExperiments,
  parseSelection,
  printSelection,
  type RunSelection,
  resolveSelection,
  ruleOf,
  type Selectable,
  setShown,
  TEN_NEWEST,
  toggleRun,
} from "./run-selection";

const name = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom("all", "none", "newest:3", "re:x", "name:all", "name:name:x", "."),
);
const anySelection: fc.Arbitrary<RunSelection> = fc.oneof(
  fc.constant<RunSelection>({ kind: "all" }),
  fc.constant<RunSelection>({ kind: "first" }),
  fc.nat(500).map((count): RunSelection => ({ kind: "newest", count })),
  fc.string().map((pattern): RunSelection => ({ kind: "matching", pattern })),
  fc.uniqueArray(name).map((names): RunSelection => ({ kind: "names", names })),
);

const RUNS = Array.from({ length: 14 }, (_, at) => `run${at}`);

/** Each an experiment of its own, unless it is called `training/phase`. */
function listed(names: readonly string[]): Selectable[] {
  return names.map((name) => ({ name, training: name.split("/")[0] ?? "" }));
}

const shownOf = (selection: RunSelection, names: readonly string[]) =>
  resolveSelection(ruleOf(selection, names.length), listed(names));

describe("in the address", () => {
  it("comes back as it was, whatever runs are called", () => {
    fc.assert(
      fc.property(anySelection, (selection) => {
        expect(parseSelection(printSelection(selection))).toEqual(selection);
      }),
    );
  });

  it("leaves the default out and reads its absence as the default", () => {
    expect(printSelection(FIRST_SELECTION)).toEqual([]);
    expect(parseSelection([])).toEqual(FIRST_SELECTION);
  });

  it.each([
    [["all"], { kind: "all" }],
    [["none"], { kind: "names", names: [] }],
    [["newest:25"], { kind: "newest", count: 25 }],
    [["newest:10"], { kind: "newest", count: 10 }],
    [["re:^a/b"], { kind: "matching", pattern: "^a/b" }],
    [["train", "test"], { kind: "names", names: ["train", "test"] }],
    [["name:all"], { kind: "names", names: ["all"] }],
  ])("reads %j", (values, selection) => {
    expect(parseSelection(values)).toEqual(selection);
  });
});

describe("resolveSelection", () => {
  it("shows all runs at first while a chart can hold their lines, then the ten newest", () => {
    const many = Array.from({ length: MAX_LINES + 1 }, (_, at) => `run${at}`);
    expect([...shownOf(FIRST_SELECTION, many.slice(1))]).toEqual(many.slice(1));
    expect([...shownOf(FIRST_SELECTION, many)]).toEqual(many.slice(-10));
    expect(ruleOf(FIRST_SELECTION, MAX_LINES)).toEqual({ kind: "all" });
    expect(ruleOf(FIRST_SELECTION, MAX_LINES + 1)).toEqual(TEN_NEWEST);
  });

  it("shows so many experiments, the newest, and all runs of each", () => {
    expect([...shownOf(TEN_NEWEST, RUNS)]).toEqual(RUNS.slice(4));
    expect([...shownOf(TEN_NEWEST, RUNS.slice(0, 3))]).toEqual(RUNS.slice(0, 3));
    expect([...shownOf({ kind: "newest", count: 0 }, RUNS)]).toEqual([]);
    const log = ["a/train", "b/train", "c/train", "a/eval", "c/eval", "c/late"];
    const two = ["a/train", "c/train", "a/eval", "c/eval", "c/late"];
    expect([...shownOf({ kind: "newest", count: 2 }, log)]).toEqual(two);
  });

  it("never shows a part of an experiment by a rule that counts", () => {
    const part = fc.tuple(fc.nat(5), fc.nat(5)).map(([of, phase]) => `t${of}/${phase}`);
    fc.assert(
      fc.property(fc.uniqueArray(part), fc.nat(7), (names, count) => {
        const all = listed(names);
        const shown = ofNewestExperiments(all, count);
        const chosen = new Set(shown.map(({ training }) => training));
        const trainings = new Set(all.map(({ training }) => training));
        expect(chosen.size).toBe(Math.min(count, trainings.size));
        expect(shown).toEqual(all.filter(({ training }) => chosen.has(training)));
      }),
    );
  });

  it("lets a new run into a rule, but never into a selection by hand", () => {
    const byHand = toggleRun(shownOf(TEN_NEWEST, RUNS), "run5");
    const shown = shownOf(byHand, RUNS);
    expect(shownOf(byHand, [...RUNS, "newcomer"])).toEqual(shown);
    expect(shownOf({ kind: "all" }, [...RUNS, "newcomer"])).toContain("newcomer");
  });

  it("lets runs that match a pattern in, the later ones too", () => {
    const rule: RunSelection = { kind: "matching", pattern: "^RUN1[0-2]$" };
    expect([...shownOf(rule, RUNS)]).toEqual(["run10", "run11", "run12"]);
    expect([...shownOf(rule, RUNS.slice(0, 11))]).toEqual(["run10"]);
    expect([...shownOf({ kind: "matching", pattern: "(" }, RUNS)]).toEqual([]);
  });

  it("remembers a chosen run that is not there yet", () => {
    const link: RunSelection = { kind: "names", names: ["run3", "later"] };
    expect([...shownOf(link, RUNS)]).toEqual(["run3"]);
    expect([...shownOf(link, [...RUNS, "later"])]).toEqual(["run3", "later"]);
  });
});

describe("what is no news to a selection by hand", () => {
  const byHand: RunSelection = { kind: "names", names: ["a"] };

  it("is what there was when it was read, or left to a rule", () => {
    expect(knownNames(null, byHand, ["a", "b"], new Set())).toEqual(new Set(["a", "b"]));
    const later = knownNames(new Set(["a"]), { kind: "all" }, ["a", "b"], new Set(["a", "b"]));
    expect(later).toEqual(new Set(["a", "b"]));
    expect(knownNames(later, byHand, ["a", "b", "c"], new Set(["a"]))).toEqual(later);
  });

  it("is what was shown and hidden again", () => {
    const shown = knownNames(new Set(["a"]), byHand, ["a", "b", "c"], new Set(["a", "b"]));
    expect(knownNames(shown, byHand, ["a", "b", "c"], new Set())).toEqual(new Set(["a", "b"]));
  });
});

it("toggles one run and back", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...RUNS)),
      fc.constantFrom(...RUNS),
      (names, run) => {
        const shown = new Set(names);
        const once = shownOf(toggleRun(shown, run), RUNS);
        expect(once.has(run)).toBe(!shown.has(run));
        expect(shownOf(toggleRun(once, run), RUNS)).toEqual(shown);
      },
    ),
  );
});

it("shows or hides some runs and leaves the others", () => {
  const shown = new Set(["run1", "run2"]);
  expect(setShown(shown, ["run2", "run3"], true)).toEqual({
    kind: "names",
    names: ["run1", "run2", "run3"],
  });
  expect(setShown(shown, ["run2", "run3"], false)).toEqual({ kind: "names", names: ["run1"] });
});
