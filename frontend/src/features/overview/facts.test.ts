import { expect, it } from "vitest";
import type { Tag } from "../../api/types";
import { informativeTags, quietText, stateCounts, tagCount } from "./facts";

function tag(name: string, runs: string[], kind: Tag["kind"] = "scalars"): Tag {
  return { tag: name, kind, display_name: "", description: "", runs };
}

it("counts experiments by state, in the order in which they want to be looked at", () => {
  const states = ["done", "running", "done", "done"] as const;
  const runs = states.map((state, at) => ({ state, training: `t${Math.min(at, 2)}` }));
  expect(stateCounts(runs)).toEqual([
    ["running", 1],
    ["done", 2],
  ]);
});

it("measures the silence of experiments by the clock that their states were judged by", () => {
  const quiet = (wrote_at: number, state: "done" | "inactive" = "inactive") =>
    ({ wrote_at, last_wall_time: 5000, state }) as const;
  expect(quietText([quiet(880), quiet(880), quiet(10, "done")], 1000)).toBe(
    "no new data for 2 min",
  );
  expect(quietText([quiet(880), quiet(400)], 1000)).toBe("no new data for 2 min to 10 min");
  expect(quietText([quiet(10, "done")], 1000)).toBe("");
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
    informativeTags(tags, new Set(["a", "b"]), most).map((each) => each.tag);
  expect(names(9)).toEqual(["accuracy", "loss", "time", "lr"]);
  expect(names(2)).toEqual(["accuracy", "loss"]);
});
