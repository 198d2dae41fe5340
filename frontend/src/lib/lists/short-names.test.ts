import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortNames } from "./short-names";

function shortOf(names: readonly string[], room?: number): (string | undefined)[] {
  const short = shortNames(names, room);
  return names.map((name) => short.get(name));
}

describe("shortNames", () => {
  it.each([
    ["of directories", ["sweep/a/train", "sweep/b/train"], ["a/train", "b/train"]],
    ["of none", ["train", "test"], ["train", "test"]],
    ["of one", ["only/one"], ["only/one"]],
    ["of a directory and what is in it", ["a/b", "a/b/c"], ["b", "b/c"]],
    ["of a directory alone", ["a/", "a/b"], ["a/", "a/b"]],
    ["of short words", ["lr_0.1", "lr_0.01"], ["lr_0.1", "lr_0.01"]],
    [
      "of a long beginning, with what a number is of",
      ["runs/resnet50_adamw_lr_0.1_seed_0", "runs/resnet50_adamw_lr_0.01_seed_0"],
      ["lr_0.1_seed_0", "lr_0.01_seed_0"],
    ],
    [
      "of numbers that a mark is part of",
      ["a_long_beginning_1e-2_of_all", "a_long_beginning_1e-3_of_all"],
      ["beginning_1e-2…", "beginning_1e-3…"],
    ],
    [
      "of a long end",
      ["sweep_adam_lr0.1_with_a_long_name", "sweep_sgd_lr0.1_with_a_long_name"],
      ["adam…", "sgd…"],
    ],
    [
      "of run directories of Hugging Face",
      ["out0/runs/Nov22_15-04-10_gpu-node-17", "out1/runs/Nov22_15-05-11_gpu-node-17"],
      ["out0/…/Nov22_15-04-10…", "out1/…/Nov22_15-05-11…"],
    ],
    [
      "of words between",
      ["adam_resnet50_imagenet_cosine", "sgd_resnet50_imagenet_linear"],
      ["adam…cosine", "sgd…linear"],
    ],
    [
      "of values, with what they are of",
      ["optimizer/rate = 0.1, seed 1", "optimizer/rate = 0.2, seed 2"],
      ["optimizer/rate = 0.1, seed 1", "optimizer/rate = 0.2, seed 2"],
    ],
    [
      "of the last of several values",
      ["optimizer = adam, rate = 0.1", "optimizer = adam, rate = 0.2"],
      ["rate = 0.1", "rate = 0.2"],
    ],
    [
      "of a value between others",
      ["optimizer = adam, rate = 0.1, seed = 1", "optimizer = sgd, rate = 0.1, seed = 2"],
      ["optimizer = adam…seed = 1", "optimizer = sgd…seed = 2"],
    ],
    [
      "of groups",
      ["optimizer = adam, compare_loss_val (2)", "optimizer = sgd, compare_loss_val (2)"],
      ["optimizer = adam…", "optimizer = sgd…"],
    ],
    [
      "of patterns",
      ["/run_(.)/ = 1 (3)", "/run_(.)/ = 2 (3)"],
      ["/run_(.)/ = 1 (3)", "/run_(.)/ = 2 (3)"],
    ],
  ])("leaves out what is shared: %s", (_, names, short) => {
    expect(shortOf(names)).toEqual(short);
  });

  it("leaves more out where there is less room", () => {
    expect(shortOf(["compare_loss_train", "compare_loss_val"])).toEqual([
      "compare_loss_train",
      "compare_loss_val",
    ]);
    expect(shortOf(["compare_loss_train", "compare_loss_val"], 8)).toEqual(["train", "val"]);
  });
});

/** Names as people give them: of few words with many marks, so that much is shared. */
const word = fc.constantFrom(
  "run",
  "lr",
  "adam",
  "0.1",
  "1e-3",
  "a",
  "b",
  "imagenet",
  "…",
  "😀",
  "=",
);
const mark = fc.constantFrom("/", "_", "-", " ", ", ", " = ", ".", "");
const madeName = fc
  .array(fc.tuple(word, mark), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.flat().join(""));
const someNames = fc.oneof(
  fc.array(madeName, { maxLength: 8 }),
  fc
    .tuple(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 6 }), fc.string())
    .map(([start, middles, end]) => middles.map((middle) => `${start}${middle}${end}`)),
);
const someRoom = fc.integer({ min: 0, max: 40 });

describe("short names", () => {
  it("differ wherever names do, are none longer and none empty", () => {
    fc.assert(
      fc.property(someNames, someRoom, (names, room) => {
        const short = shortNames(names, room);
        expect([...short.keys()].sort()).toEqual([...new Set(names)].sort());
        expect(new Set(short.values()).size).toBe(short.size);
        for (const [name, own] of short) {
          expect(own.length).toBeLessThanOrEqual(name.length);
          expect(own === "").toBe(name === "");
        }
      }),
    );
  });

  it("are short already", () => {
    fc.assert(
      fc.property(someNames, someRoom, (names, room) => {
        const short = [...shortNames(names, room).values()];
        expect([...shortNames(short, room).values()]).toEqual(short);
      }),
    );
  });

  it("depend on no order, and on no name that comes twice", () => {
    fc.assert(
      fc.property(someNames, someRoom, fc.array(fc.nat()), (names, room, keys) => {
        const shuffled = names
          .map((name, at) => [keys[at] ?? 0, name] as const)
          .sort(([one], [other]) => one - other)
          .map(([, name]) => name);
        const short = shortNames(names, room);
        for (const [name, own] of shortNames([...shuffled, ...names], room)) {
          expect(own).toBe(short.get(name));
        }
      }),
    );
  });
});
