import { expect, it } from "vitest";
import type { Tag } from "../../api/types";
import { stateCounts, tagCount, tellingTags } from "./facts";

function tag(name: string, runs: string[], kind: Tag["kind"] = "scalars"): Tag {
  return { tag: name, kind, display_name: "", description: "", runs };
}

it("counts runs by state, in the order in which they want to be looked at", () => {
  const runs = (["done", "running", "done"] as const).map((state) => ({ state }));
  expect(stateCounts(runs)).toEqual([
    ["running", 1],
    ["done", 2],
  ]);
});

it("counts the tags of several kinds", () => {
  const tags = [tag("a", [], "images"), tag("a", [], "audio"), tag("b", [])];
  expect(tagCount(tags, ["images", "audio"])).toBe(2);
});

it("puts tags first that tell of success, then those of most runs, and none of other runs", () => {
  const tags = [
    tag("lr", ["a"]),
    tag("time", ["a", "b"]),
    tag("loss", ["a"]),
    tag("elsewhere_loss", ["c"]),
    tag("accuracy", ["a", "b"]),
    tag("loss", ["a"], "histograms"),
  ];
  const names = (most: number) =>
    tellingTags(tags, new Set(["a", "b"]), most).map((each) => each.tag);
  expect(names(9)).toEqual(["accuracy", "loss", "time", "lr"]);
  expect(names(2)).toEqual(["accuracy", "loss"]);
});
