import { expect, it } from "vitest";
import type { Tag } from "../../../api/types";
import { lineName } from "./line-names";
import type { CardLine } from "./series-lines";

const NONE = new Float64Array();

const line = (tag: string, group: string | null): CardLine => ({
  ...{ key: tag, tag, runs: ["r1", "r2"], group },
  ...{ colour: "red", dash: 0, side: "left", x: NONE, y: NONE },
  ...{
    faint: null,
    band: null,
    nonFinite: null,
    buckets: null,
    isUnsmoothed: false,
    goesOn: [false, false],
    restarts: [],
  },
});

function names(tags: readonly string[], group: string | null = null): readonly string[] {
  const all = tags.map(
    (tag): Tag => ({ tag, kind: "scalars", display_name: "", description: "", runs: [] }),
  );
  return tags.map((tag) => lineName(line(tag, group), String, all));
}

it("names the run or the group alone where there is one tag", () => {
  expect(names(["loss/train"])).toEqual(["r1"]);
  expect(names(["loss/train"], "lr 0.1")).toEqual(["lr 0.1 (2)"]);
});

it("tells tags apart by where they differ, whichever part that is", () => {
  expect(names(["loss/train", "loss/test"])).toEqual(["r1 · train", "r1 · test"]);
  expect(names(["loss/train", "acc/train"])).toEqual(["r1 · loss/train", "r1 · acc/train"]);
});
