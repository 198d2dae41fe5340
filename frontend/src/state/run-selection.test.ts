import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_SELECTION,
  knownNames,
  parseSelection,
  printSelection,
  type RunSelection,
  resolveSelection,
  setShown,
  toggleRun,
} from "./run-selection";

const name = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom("all", "none", "newest:3", "re:x", "name:all", "name:name:x", "."),
);
const anySelection: fc.Arbitrary<RunSelection> = fc.oneof(
  fc.constant<RunSelection>({ kind: "all" }),
  fc.nat(500).map((count): RunSelection => ({ kind: "newest", count })),
  fc.string().map((pattern): RunSelection => ({ kind: "matching", pattern })),
  fc.uniqueArray(name).map((names): RunSelection => ({ kind: "names", names })),
);

const RUNS = Array.from({ length: 14 }, (_, at) => `run${at}`);

describe("in the address", () => {
  it("comes back as it was, whatever runs are called", () => {
    fc.assert(
      fc.property(anySelection, (selection) => {
        expect(parseSelection(printSelection(selection))).toEqual(selection);
      }),
    );
  });

  it("leaves the default out and reads its absence as the default", () => {
    expect(printSelection(DEFAULT_SELECTION)).toEqual([]);
    expect(parseSelection([])).toEqual(DEFAULT_SELECTION);
  });

  it.each([
    [["all"], { kind: "all" }],
    [["none"], { kind: "names", names: [] }],
    [["newest:25"], { kind: "newest", count: 25 }],
    [["re:^a/b"], { kind: "matching", pattern: "^a/b" }],
    [["train", "test"], { kind: "names", names: ["train", "test"] }],
    [["name:all"], { kind: "names", names: ["all"] }],
  ])("reads %j", (values, selection) => {
    expect(parseSelection(values)).toEqual(selection);
  });
});

describe("resolveSelection", () => {
  it("shows the newest ten unless told otherwise", () => {
    expect([...resolveSelection(DEFAULT_SELECTION, RUNS)]).toEqual(RUNS.slice(4));
    expect([...resolveSelection(DEFAULT_SELECTION, RUNS.slice(0, 3))]).toEqual(RUNS.slice(0, 3));
    expect([...resolveSelection({ kind: "newest", count: 0 }, RUNS)]).toEqual([]);
  });

  it("lets a new run into a rule, but never into a selection by hand", () => {
    const byHand = toggleRun(resolveSelection(DEFAULT_SELECTION, RUNS), "run5");
    const shown = resolveSelection(byHand, RUNS);
    expect(resolveSelection(byHand, [...RUNS, "newcomer"])).toEqual(shown);
    expect(resolveSelection({ kind: "all" }, [...RUNS, "newcomer"])).toContain("newcomer");
  });

  it("lets runs that match a pattern in, the later ones too", () => {
    const rule: RunSelection = { kind: "matching", pattern: "^RUN1[0-2]$" };
    expect([...resolveSelection(rule, RUNS)]).toEqual(["run10", "run11", "run12"]);
    expect([...resolveSelection(rule, RUNS.slice(0, 11))]).toEqual(["run10"]);
    expect([...resolveSelection({ kind: "matching", pattern: "(" }, RUNS)]).toEqual([]);
  });

  it("remembers a chosen run that is not there yet", () => {
    const link: RunSelection = { kind: "names", names: ["run3", "later"] };
    expect([...resolveSelection(link, RUNS)]).toEqual(["run3"]);
    expect([...resolveSelection(link, [...RUNS, "later"])]).toEqual(["run3", "later"]);
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
        const once = resolveSelection(toggleRun(shown, run), RUNS);
        expect(once.has(run)).toBe(!shown.has(run));
        expect(resolveSelection(toggleRun(once, run), RUNS)).toEqual(shown);
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
