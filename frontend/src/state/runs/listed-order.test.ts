import { expect, it } from "vitest";
import { runOf, serveRuns } from "../testing/serve-runs";
import { inListedOrder, listedRuns, runPlaces, setTableOrder } from "./listed-order";

const phaseOf = (training: string, phase: string) =>
  runOf(`${training}/${phase}`, { training, phase, lasting_training: training });

/** Oldest first. */
const RUNS = [
  phaseOf("old", "validation"),
  phaseOf("old", "train"),
  runOf("new"),
  phaseOf("new", "test"),
].map((run, at) => ({
  ...run,
  ...(run.name === "new" && { lasting_training: "new" }),
  first_wall_time: 1e9 + at,
}));

const names = () => listedRuns.value.map(({ name }) => name);

it("has the newest experiment first, and of each what it learned from", async () => {
  await serveRuns(RUNS);
  expect(names()).toEqual(["new", "new/test", "old/train", "old/validation"]);
});

it("is that of the run table, and runs that the table has not come last", async () => {
  await serveRuns(RUNS);
  setTableOrder(["#old/validation", "#gone", "#new/test"]);
  expect(names()).toEqual(["old/validation", "new/test", "new", "old/train"]);
  expect(runPlaces.value.get("#new/test")).toBe(1);
  setTableOrder([]);
});

it("sorts what belongs to runs, and keeps what belongs to one run together", async () => {
  await serveRuns(RUNS);
  const items = ["old/train 1", "elsewhere 1", "new 2", "new 1"];
  const sorted = inListedOrder(items, (item) => `#${item.split(" ")[0]}`);
  expect(sorted).toEqual(["new 2", "new 1", "old/train 1", "elsewhere 1"]);
});
