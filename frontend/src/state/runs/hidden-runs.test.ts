import { describe, expect, it } from "vitest";
import { hiddenRuns } from "./hidden-runs";

const run = (name: string, tags: Record<string, number>) => ({
  name,
  training: name.split("/")[0] ?? "",
  tags,
});

const LOG = [
  run("a", { hparams: 1 }),
  run("a/train", { scalars: 2 }),
  run("b", { hparams: 1 }),
  run("b/train", { scalars: 2, text: 0 }),
  run("c", { text: 1 }),
];
const names = (shown: string[], kinds: string[]) =>
  hiddenRuns(LOG, new Set(shown), kinds).map(({ name }) => name);

describe("hiddenRuns", () => {
  it("finds what a tab leaves out, by the kinds that it shows", () => {
    expect(names(["a", "a/train"], ["scalars"])).toEqual(["b/train"]);
    expect(names([], ["text", "images"])).toEqual(["c"]);
    expect(
      names(
        LOG.map(({ name }) => name),
        ["scalars", "hparams"],
      ),
    ).toEqual([]);
  });

  it("takes a session for shown with any run of its experiment", () => {
    expect(names(["a/train"], ["hparams"])).toEqual(["b"]);
    expect(names(["a/train"], ["scalars"])).toEqual(["b/train"]);
  });
});
