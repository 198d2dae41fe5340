import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownPart, sharedPrefix, splitForMiddleCut } from "./name-parts";

describe("sharedPrefix", () => {
  it.each([
    [["sweep/a/train", "sweep/b/train"], "sweep/"],
    [["train", "test"], ""],
    [["lr_0.1", "lr_0.01"], ""],
    [["strict/run_1", "strict/run_2"], "strict/"],
    [
      ["runs/resnet50_adamw_lr0.1_seed0", "runs/resnet50_adamw_lr0.01_seed0"],
      "runs/resnet50_adamw_",
    ],
    [["only/one"], ""],
    [[], ""],
    [["a/b", "a/b/c"], "a/"],
  ])("of %j is %j", (names, prefix) => {
    expect(sharedPrefix(names)).toBe(prefix);
  });

  it("begins every name", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (ends, start) => {
        const names = ends.map((end) => start + end);
        const prefix = sharedPrefix(names);
        for (const name of names) expect(prefix + ownPart(name, prefix)).toBe(name);
      }),
    );
  });
});

describe("splitForMiddleCut", () => {
  it("cuts before a path part where one is near the end", () => {
    expect(splitForMiddleCut("resnet50_adamw_lr0.1/train", 12)).toEqual([
      "resnet50_adamw_lr0.1",
      "/train",
    ]);
  });

  it("loses nothing, and always shows the end", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (name, room) => {
        const [head, tail] = splitForMiddleCut(name, room);
        expect(head + tail).toBe(name);
        expect(tail.length).toBeLessThanOrEqual(room);
      }),
    );
  });
});
