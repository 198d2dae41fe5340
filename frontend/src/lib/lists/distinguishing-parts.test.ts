import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ownPart,
  sharedParts,
  sharedPrefix,
  sharedSuffix,
  splitForMiddleCut,
} from "./distinguishing-parts";

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
    [["lr_0.1/acc_valid · acc", "lr_nan/acc_valid · acc"], ""],
    [["/run_(.)/ = 1 (3)", "/run_(.)/ = 2 (3)"], ""],
    [["optimizer/rate = 0.1, seed 1", "optimizer/rate = 0.1, seed 2"], ""],
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
        for (const name of names) expect(name.startsWith(prefix)).toBe(true);
      }),
    );
  });
});

describe("sharedSuffix", () => {
  it.each([
    [
      [
        "sweep_adam_lr0.1_batch128_seed0001_with_a_long_name",
        "sweep_adam_lr0.1_batch128_seed0002_with_a_long_name",
      ],
      "_with_a_long_name",
    ],
    [["a/train", "b/train"], ""],
    [["lr = 0.1, on images (3)", "lr = 0.01, on sounds (3)"], ""],
    [["one_only_but_with_a_long_name"], ""],
    [[], ""],
  ])("of %j is %j", (names, suffix) => {
    expect(sharedSuffix(names)).toBe(suffix);
  });
});

describe("the end that is always seen", () => {
  it.each([
    [["run_00098", "run_00099"], 4],
    [["seed-1234567", "seed-7654321"], 7],
    [["lr_0.1/acc_valid", "lr_0.01/acc_valid"], 20],
    [["one"], 20],
    [[], 20],
  ])("of %j has %i characters", (names, end) => {
    expect(sharedParts(names).end).toBe(end);
  });
});

describe("ownPart", () => {
  it("is what differs", () => {
    const names = [
      "sweep_adam_lr0.1_seed0001_with_a_long_name",
      "sweep_adam_lr0.1_seed0002_with_a_long_name",
    ];
    const shared = sharedParts(names);
    expect(names.map((name) => ownPart(name, shared))).toEqual(["seed0001…", "seed0002…"]);
  });

  it("tells any names apart", () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2 });
    fc.assert(
      fc.property(names, fc.string(), fc.string(), (middles, start, end) => {
        const all = middles.map((middle) => start + middle + end);
        const shared = sharedParts(all);
        const own = all.map((name) => ownPart(name, shared));
        for (const part of own) expect(part).not.toBe("");
        expect(new Set(own.map((part) => part)).size).toBeGreaterThan(1);
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

  it("leaves emoji whole", () => {
    expect(splitForMiddleCut("run_😀_x", 3)).toEqual(["run_😀", "_x"]);
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
