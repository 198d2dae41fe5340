import { expect, it } from "vitest";
import type { SeriesWarning } from "../../api/types";
import { countWarnings, runsToCheck, sortedWarnings } from "./warnings";

function warning(run: string, kind: string, tag: string | null = "loss"): SeriesWarning {
  return { run, kind, tag, step: 1, message: "", method: "" };
}

const NAMES = new Map([
  ["id1", "first"],
  ["id2", "second"],
]);

it("puts the worst first, and what it does not know last", () => {
  const found = ["new", "plateau", "gap", "not_finite"].map((kind) => warning("id1", kind));
  expect(sortedWarnings(found, NAMES, []).map(({ kind }) => kind)).toEqual([
    "not_finite",
    "gap",
    "plateau",
    "new",
  ]);
});

it("leaves out runs that are not shown", () => {
  const found = [warning("id1", "gap"), warning("hidden", "gap")];
  expect(sortedWarnings(found, NAMES, []).map(({ run }) => run)).toEqual(["id1"]);
});

it("knows what is muted by kind, the name of the run, and tag", () => {
  const found = [warning("id1", "gap"), warning("id1", "plateau"), warning("id2", "gap")];
  const others = [warning("id1", "gap", "other"), warning("id1", "gap", null)];
  const muted = [{ kind: "gap", run: "first", tag: "loss" }];
  const marked = sortedWarnings([...found, ...others], NAMES, muted).map((each) => each.isMuted);
  expect(marked).toEqual([true, false, false, false, false]);
});

it("names no more runs than the server takes, and none where all are meant", () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => `id${at}`);
  expect(runsToCheck(ids, 10_000)).toEqual([]);
  expect(runsToCheck(ids, 10_001)).toEqual(ids.slice(9000));
  expect(runsToCheck(["id1"], 2)).toEqual(["id1"]);
});

it("counts the unmuted warnings of each run that was checked whole", () => {
  const found = [warning("id1", "gap"), warning("id1", "plateau"), warning("id2", "gap")];
  const muted = [{ kind: "gap", run: "second", tag: "loss" }];
  const names = new Map([...NAMES, ["id3", "third"], ["id4", "fourth"]]);
  const answer = {
    warnings: found,
    series: 3,
    left_out: 2,
    unfinished: ["id1", "id4"],
    runs: [...names.keys()],
  };
  expect([...countWarnings(answer, names, muted)]).toEqual([
    ["id1", 2],
    ["id2", 0],
    ["id3", 0],
  ]);
});
