import { beforeEach, expect, it } from "vitest";
import { showView } from "../address/url-state";
import { runOf, serveRuns } from "../testing/serve-runs";
import { changeMark } from "./run-annotations";
import { runLabel, runLabelsAmong, shortRunName } from "./run-labels";

beforeEach(() => showView(""));

it("leaves out of a name what the runs shown share", async () => {
  await serveRuns([runOf("out/a/train"), runOf("out/b/train"), runOf("other")]);
  const [a] = ["out/a/train", "out/b/train"].map((name) => runOf(name).id);
  expect(shortRunName(a ?? "")).toBe("out/a/train");
  showView("?runs=out/a/train&runs=out/b/train");
  expect(shortRunName(a ?? "")).toBe("a/train");
  expect(runLabel(a ?? "")).toMatchObject({ name: "a/train", full: "out/a/train" });
});

it("takes the names that viewers gave", async () => {
  await serveRuns([runOf("out/a"), runOf("out/b")]);
  changeMark("out/a", { name: "best of all" });
  expect(shortRunName(runOf("out/a").id)).toBe("best of all");
  changeMark("out/a", { name: undefined });
  expect(shortRunName(runOf("out/a").id)).toBe("a");
});

it("leaves out what the runs of one chart share, whatever stands elsewhere", async () => {
  await serveRuns([runOf("keras/run-a/train"), runOf("keras/run-b/train"), runOf("torch")]);
  const ids = ["keras/run-a/train", "keras/run-b/train"].map((name) => runOf(name).id);
  expect(ids.map((id) => runLabel(id).name)).toEqual(["keras/run-a/train", "keras/run-b/train"]);
  expect(ids.map((id) => runLabelsAmong(ids)(id).name)).toEqual(["run-a/train", "run-b/train"]);
});
