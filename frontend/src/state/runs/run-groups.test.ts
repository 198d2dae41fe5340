import { expect, it } from "vitest";
import type { Run } from "../../api/types";
import { runOf, serveRuns } from "../testing/serve-runs";
import { experimentValue } from "./experiment-value";
import { findColumn, type RunColumn } from "./run-columns";
import { besideGroup, drawBesideGroup, groups, groupText, runsByGroup } from "./run-groups";
import { setGroup } from "./run-table";
import { warningCounts } from "./warning-counts";

const TRAIN = { id: "1", name: "a/train", training: "a", last_step: 90, warnings: [] };
const TEST = { id: "2", name: "a/test", training: "a", last_step: 80, warnings: [{}] };
const RUNS = [TRAIN, TEST, { ...TRAIN, id: "3", name: "b", training: "b" }] as unknown as Run[];

function groupsBy(id: string): string[] {
  const column = findColumn(id) as RunColumn;
  return [...runsByGroup(RUNS, column)].map(
    ([text, some]) => `${text}: ${some.map((run) => run.id)}`,
  );
}

it.each([
  ["warnings", ["1: 1,2", "none: 3"]],
  ["file_errors", ["1: 1,2", "none: 3"]],
  ["step", ["90: 1,2,3"]],
])("are by %s of the experiment, as in the table", (id, expected) => {
  warningCounts.value = new Map([
    ["1", 0],
    ["2", 1],
    ["3", 0],
  ]);
  expect(groupsBy(id)).toEqual(expected);
  const column = findColumn(id) as RunColumn;
  const inTable = groupText(column, experimentValue(RUNS.slice(0, 2), column));
  expect(expected[0]?.startsWith(`${inTable}: `)).toBe(true);
});

it("group by run name", () => {
  expect(groupsBy("match:(train|test)$")).toEqual(["train: 1", "test: 2", "none: 3"]);
});

it("have the colour of their newest run, whatever phase it is of", async () => {
  const hparams = [{ name: "lr", value: 0.1 }];
  const names = ["a/train", "a/val", "b/train"];
  await serveRuns(
    names.map((name) => {
      const [training = "", phase = ""] = name.split("/");
      return runOf(name, { hparams, training, phase });
    }),
  );
  setGroup("hparam:width");
  expect(groups.value.map(({ label }) => label)).toEqual(["no width, train", "no width, val"]);
  setGroup("hparam:lr");
  expect(groups.value[0]?.label).toBe("lr = 0.1, train");
  expect(groups.value.map(({ runs, newest }) => [runs, newest])).toEqual([
    [["#a/train", "#b/train"], "#b/train"],
    [["#a/val"], "#b/train"],
  ]);
  setGroup("");
});

it("have runs drawn beside them, each once", () => {
  drawBesideGroup(["a/train", "a/test"], true);
  drawBesideGroup(["b", "a/test"], true);
  expect(besideGroup.value).toEqual(["a/train", "b", "a/test"]);
  drawBesideGroup(["a/train", "a/test"], false);
  expect(besideGroup.value).toEqual(["b"]);
  drawBesideGroup(["b"], false);
});
