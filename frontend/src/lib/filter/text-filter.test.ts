import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTextFilter } from "./text-filter";

const NAMES = ["train/lr_0.1", "train/lr_0.01", "eval/lr_0.1", "Baseline"];

const passing = (text: string) => NAMES.filter(parseTextFilter(text).matches);

describe("parseTextFilter", () => {
  it.each([
    ["", NAMES],
    ["   ", NAMES],
    ["train", ["train/lr_0.1", "train/lr_0.01"]],
    ["baseline", ["Baseline"]],
    ["lr_0.1", ["train/lr_0.1", "eval/lr_0.1"]],
    ["/^(train|eval).*0\\.1$/", ["train/lr_0.1", "eval/lr_0.1"]],
    ["/^BASE/", ["Baseline"]],
    ["/^train", ["train/lr_0.1", "train/lr_0.01"]],
    ["nowhere", []],
  ])("%j passes %j", (text, names) => {
    expect(passing(text)).toEqual(names);
    expect(parseTextFilter(text).error).toBeNull();
  });

  it("takes a dot in plain text for a dot", () => {
    expect(passing("lr_0x1")).toEqual([]);
  });

  it("says what is wrong with a regular expression and hides nothing", () => {
    const { error } = parseTextFilter("/lr_(0/");
    expect(error).toBe("/lr_(0/ is not a valid regular expression: unterminated group.");
    expect(passing("/lr_(0/")).toEqual(NAMES);
  });

  it("never throws, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, name) => {
        const { matches } = parseTextFilter(text);
        expect(typeof matches(name)).toBe("boolean");
      }),
    );
  });

  it("finds every name by any of its parts", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string().filter((text) => !text.trim().startsWith("/")),
        fc.string(),
        (before, part, after) => {
          expect(parseTextFilter(part).matches(before + part + after)).toBe(true);
        },
      ),
    );
  });
});
