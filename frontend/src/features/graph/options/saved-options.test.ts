import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchChoices, namedNodes } from "../session/stale-options";
import type { Choices } from "./choices";
import {
  areSameOptions,
  mergeOptions,
  parseChoices,
  parseSavedOptions,
  type SavedOptions,
} from "./saved-options";

const rule = fc.constantFrom(
  "exclude:name:a",
  "include:name:a",
  "exclude:op:NoOp",
  "include:regex:^b",
  "exclude:scope:c",
);
const paint = fc.constantFrom("d64545:a", "3b7fd6:a", "d64545:b");
const note = fc.constantFrom("a=slow", "a=fast", "b=look");
const unique = (values: fc.Arbitrary<string>) => fc.uniqueArray(values, { maxLength: 3 });

const choices: fc.Arbitrary<Choices> = fc
  .record({ choice: unique(rule), paint: unique(paint), note: unique(note) })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0)));
const saved = choices.map((chosen): SavedOptions => {
  return { version: 1, choices: chosen };
});

describe("the saved options of a graph", () => {
  it("reads as it was written", () => {
    fc.assert(
      fc.property(saved, (value) => {
        expect(parseSavedOptions(JSON.parse(JSON.stringify(value)))).toEqual(value);
      }),
    );
  });

  it("is nothing where something else was written", () => {
    for (const value of [null, [], 1, {}, { version: 2, choices: {} }, { version: 1 }]) {
      expect(parseSavedOptions(value)).toBeUndefined();
    }
    expect(parseSavedOptions({ version: 1, choices: { choice: "x" } })).toBeUndefined();
    expect(parseChoices({ note: [1] })).toBeUndefined();
  });

  it("leaves out keys that it does not know", () => {
    const value = { version: 1, choices: { later: ["x"], note: ["a=1"] } };
    expect(parseSavedOptions(value)).toEqual({ version: 1, choices: { note: ["a=1"] } });
  });

  it("ignores the camera and the selection, which earlier versions shared", () => {
    const choices = { note: ["a=1"], colour: ["device"], direction: ["left-to-right"] };
    const view = { open: ["layer1"], node: "layer1/x", camera: "1,2,3" };
    expect(parseSavedOptions({ version: 1, choices, view })).toEqual({
      version: 1,
      choices: { note: ["a=1"], colour: ["device"] },
    });
  });
});

describe("what two viewers did", () => {
  it("is what the one who changed something made of it", () => {
    fc.assert(
      fc.property(saved, saved, (base, changed) => {
        expect(areSameOptions(mergeOptions(base, base, changed), changed)).toBe(true);
        expect(areSameOptions(mergeOptions(base, changed, base), changed)).toBe(true);
        expect(areSameOptions(mergeOptions(base, changed, changed), changed)).toBe(true);
      }),
    );
  });

  it("unites additions and removals; where both set one node, ours holds", () => {
    const at = (note: string[]): SavedOptions => {
      return { version: 1, choices: { note } };
    };
    const merged = mergeOptions(
      at(["a=1", "b=1"]),
      at(["b=1", "c=1", "d=ours"]),
      at(["a=1", "e=1", "d=theirs"]),
    );
    expect(merged.choices.note).toEqual(["e=1", "c=1", "d=ours"]);
  });
});

describe("a changed graph", () => {
  const before: Choices = {
    open: ["a", "gone"],
    choice: ["exclude:name:gone/x", "exclude:op:NoOp", "include:scope:a"],
    paint: ["d64545:a/b"],
    note: ["gone/y=it was slow"],
    series: ["0"],
  };

  it("keeps what matches and lists what does not", () => {
    expect(namedNodes(before)).toEqual(["a", "gone", "gone/x", "a/b", "gone/y"]);
    const { matching, unmatched } = matchChoices(before, new Set(["gone", "gone/x", "gone/y"]));
    expect(matching).toEqual({
      open: ["a"],
      choice: ["exclude:op:NoOp", "include:scope:a"],
      paint: ["d64545:a/b"],
      series: ["0"],
    });
    expect(unmatched.map(({ text }) => text)).toEqual([
      "open scope: gone",
      "rule: gone/x",
      "note: gone/y",
    ]);
  });
});
