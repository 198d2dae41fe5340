import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutNames, fittedName } from "./cut-names";

const cut = (names: readonly string[]) => names.map(cutNames(names));

describe("cutNames", () => {
  it.each([
    ["before the last word", ["alone_in_a_list"], [["alone_in_a_", "list"]]],
    ["before a long last word", ["keras/cnn/validation"], [["keras/cnn", "/validation"]]],
    [
      "before an end that differs",
      ["adam_lr1e-2", "adam_lr1e-3"],
      [
        ["adam_", "lr1e-2"],
        ["adam_", "lr1e-3"],
      ],
    ],
    [
      "before a directory",
      ["resnet50_adamw/train", "resnet50_adamw/test"],
      [
        ["resnet50_adamw", "/train"],
        ["resnet50_adamw", "/test"],
      ],
    ],
    [
      "at the end where beginnings differ",
      ["out0/…/Nov22_15-04-10", "out1/…/Nov22_15-05-11"],
      [
        ["out0/…/Nov22_15-04-10", ""],
        ["out1/…/Nov22_15-05-11", ""],
      ],
    ],
    [
      "before the word that tells it from the nearest",
      [
        "train_loss_epoch_mean_over_all",
        "train_loss_epoch_max_over_all",
        "val_loss_epoch_max_over_all",
      ],
      [
        ["train_loss_epoch_", "mean_over_all"],
        ["train_loss_epoch_", "max_over_all"],
        ["val_loss_epoch_max_over_all", ""],
      ],
    ],
    ["never within an emoji", ["long_run_😀😀😀"], [["long_run_", "😀😀😀"]]],
  ])("cuts a name %s", (_, names, pieces) => {
    expect(cut(names)).toEqual(pieces);
  });

  it("loses nothing, and keeps in view what no other name has, where that fits", () => {
    const name = fc.array(fc.constantFrom("a", "_", "/", "b1", "😀"), { maxLength: 12 });
    const names = fc.uniqueArray(name.map((parts) => parts.join("")));
    fc.assert(
      fc.property(names, (all) => {
        for (const name of all) {
          const [head, tail] = cutNames(all)(name);
          expect(head + tail).toBe(name);
          const others = all.filter((other) => other !== name);
          const isApart = (text: string, has: "startsWith" | "endsWith") =>
            !others.some((other) => other[has](text));
          const ends = [name.slice(0, 8), name.slice(-12)] as const;
          const canBeApart = isApart(ends[0], "startsWith") || isApart(ends[1], "endsWith");
          const staysApart = head === "" || tail === "" || isApart(tail, "endsWith");
          expect(staysApart || !canBeApart).toBe(true);
        }
      }),
    );
  });
});

it.each([
  [20, "resnet50_adam_lr1e-2"],
  [12, "resne…lr1e-2"],
  [7, "…lr1e-2"],
  [4, "lr1…"],
  [1, "…"],
])("fits a name into %i characters", (room, text) => {
  const fits = ({ length }: string) => length <= room;
  expect(fittedName(["resnet50_adam_", "lr1e-2"], fits)).toBe(text);
});
