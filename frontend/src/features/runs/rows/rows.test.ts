import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Run } from "../../../api/types";
import type { Experiment } from "../../../state/runs/experiments";
import { type RowsRequest, type TableRow, tableRows } from "./rows";

function run(name: string): Run {
  return {
    id: `#${name}`,
    name,
    path: `/logs/${name}`,
    first_wall_time: null,
    last_wall_time: null,
    last_step: null,
    training: name,
    phase: "",
    lasting_training: name,
    state: "done",
    wrote_at: null,
    tags: {},
    hparams: [],
    warnings: [],
  };
}

const PHASE = /^(?:(.*)\/)?((?:acc_)?(?:train|test|eval|valid|validation))$/;

/** Experiments by the names of their runs: what ends in a phase is of the directory around it. */
function foldedExperiments(names: readonly string[]): RowsRequest["experimentOf"] {
  const experiments = new Map<string, Experiment>();
  for (const name of names) {
    const [, directory = ".", phase = ""] = PHASE.exec(name) ?? [];
    const around = phase === "" ? name : directory;
    experiments.set(name, { name: around, phase, canonicalName: around });
  }
  const counts = new Map<string, number>();
  for (const { name } of experiments.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (run) => {
    const found = experiments.get(run);
    const isAlone = found === undefined || counts.get(found.name) === 1;
    return isAlone ? { name: run, phase: "", canonicalName: run } : found;
  };
}

function rowsOf(names: readonly string[], request: Partial<RowsRequest> = {}): readonly TableRow[] {
  return tableRows({
    runs: names.map(run),
    experimentOf: foldedExperiments(names),
    compare: null,
    grouping: null,
    isTree: true,
    toggled: new Set(),
    pinned: new Set(),
    ...request,
  });
}

/** The rows as an outline: two spaces for each level, `-` what is open and `+` what is not. */
function outline(rows: readonly TableRow[]): string[] {
  return rows.map(({ depth, label, isOpen, isPinned }) => {
    const mark = isOpen === null ? "" : isOpen ? "- " : "+ ";
    return `${"  ".repeat(depth)}${mark}${label}${isPinned ? " pinned" : ""}`;
  });
}

describe("tableRows", () => {
  it("puts runs into their directories, and experiments into one row", () => {
    const names = ["torch/lr_1", "torch/lr_1/acc_train", "torch/lr_1/acc_valid", "keras/train"];
    expect(outline(rowsOf([...names, "keras/test", "alone", "torch/lr_2"]))).toEqual([
      "- torch",
      "  + lr_1",
      "  lr_2",
      "+ keras",
      "alone",
    ]);
  });

  it("draws a chain of directories with what it leads to", () => {
    expect(outline(rowsOf(["a/b/c/run_1", "a/b/c/run_2", "x/y"]))).toEqual([
      "- a/b/c",
      "  run_1",
      "  run_2",
      "x/y",
    ]);
  });

  it("opens an experiment into its runs, what it learned from first", () => {
    const rows = rowsOf(["m/validation", "m/train"], { toggled: new Set(["t:m"]) });
    expect(outline(rows)).toEqual(["- m", "  train", "  validation"]);
  });

  it("opens a run that is a directory too, and closes it", () => {
    const names = ["m", "m/late", "m/early"];
    expect(outline(rowsOf(names))).toEqual(["- m", "  late", "  early"]);
    expect(outline(rowsOf(names, { toggled: new Set(["t:m"]) }))).toEqual(["+ m"]);
  });

  it("says which run of an experiment the filter left", () => {
    const experimentOf = foldedExperiments(["m/train", "m/eval", "n"]);
    expect(outline(rowsOf(["m/eval", "n"], { experimentOf }))).toEqual(["m/eval", "n"]);
  });

  it("calls the log directory's own experiment by what it logs", () => {
    expect(outline(rowsOf(["test", "train"]))).toEqual(["+ train · test"]);
    expect(outline(rowsOf(["."]))).toEqual(["."]);
  });

  it("puts what is pinned on top, with its whole name, and nowhere else", () => {
    expect(outline(rowsOf(["a/x", "a/y", "b"], { pinned: new Set(["a/y"]) }))).toEqual([
      "a/y pinned",
      "a/x",
      "b",
    ]);
  });

  it("sorts a flat list, and a tree level by level", () => {
    const compare: RowsRequest["compare"] = ([one], [other]) =>
      (one?.name ?? "") < (other?.name ?? "") ? -1 : 1;
    const names = ["b/2", "c", "b/1", "a"];
    expect(outline(rowsOf(names, { compare, isTree: false }))).toEqual(["a", "b/1", "b/2", "c"]);
    expect(outline(rowsOf(names, { compare }))).toEqual(["a", "- b", "  1", "  2", "c"]);
  });

  it("groups experiments", () => {
    const grouping: RowsRequest["grouping"] = {
      title: "lr",
      groupOf: ([one]) => (one?.name.endsWith("1") ? "0.1" : "none"),
      compare: ([one]) => (one?.name.endsWith("1") ? -1 : 1),
    };
    const rows = rowsOf(["x/2", "x/1", "y/1"], { grouping });
    expect(outline(rows)).toEqual(["- lr = 0.1", "  x/1", "  y/1", "- no lr", "  x/2"]);
  });

  it("has a place for every run, however they are called, and keys of their own", () => {
    const part = fc.constantFrom("a", "b", "train", "eval", "__proto__", ".");
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.boolean(), (names, isTree) => {
        const rows = rowsOf(names, { isTree });
        const shown = rows.filter(({ kind }) => kind === "training").flatMap(({ runs }) => runs);
        expect(shown.map((one) => one.name).sort()).toEqual([...names].sort());
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      }),
    );
  });
});
