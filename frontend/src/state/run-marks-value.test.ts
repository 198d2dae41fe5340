import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  keptMarks,
  marksOf,
  mergeMarks,
  parseMarks,
  parseTags,
  type RunMark,
  type RunMarks,
  withMark,
} from "./run-marks-value";

const mark: fc.Arbitrary<RunMark> = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 20 }),
    colour: fc.nat(9),
    tags: fc.uniqueArray(fc.constantFrom("base", "paper", "bad"), { minLength: 1 }),
    note: fc.string({ minLength: 1, maxLength: 20 }),
    isAway: fc.constant(true as const),
  },
  { requiredKeys: ["colour"] },
);
const marks: fc.Arbitrary<RunMarks> = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "__proto__", "."), mark))
  .map((pairs) => new Map(pairs));

describe("kept marks", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(marks, (all) => {
        const sent: unknown = JSON.parse(JSON.stringify(keptMarks(all)));
        expect(marksOf(parseMarks(sent))).toEqual(all);
      }),
    );
  });

  it("are taken from anything, as far as it makes sense", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        marksOf(parseMarks(value));
      }),
    );
    expect(parseMarks({ marks: [{ run: "a", colour: "red", name: 3 }, null, 7] })).toEqual({
      marks: [],
    });
  });
});

it("takes a field back, and with the last the mark", () => {
  const named = withMark(new Map(), "a", { name: "A" });
  expect(named.get("a")).toEqual({ name: "A" });
  expect(withMark(named, "a", { name: undefined }).size).toBe(0);
  expect(withMark(named, "a", { name: "" }).size).toBe(0);
});

describe("mergeMarks", () => {
  it("keeps what either changed", () => {
    const base = withMark(new Map(), "a", { name: "A", note: "n" });
    const mine = withMark(base, "a", { name: "mine" });
    const theirs = withMark(withMark(base, "a", { note: undefined }), "b", { colour: 2 });
    expect(Object.fromEntries(mergeMarks(base, mine, theirs))).toEqual({
      a: { name: "mine" },
      b: { colour: 2 },
    });
  });

  it("gives way where only one changed anything", () => {
    fc.assert(
      fc.property(marks, marks, (base, other) => {
        expect(mergeMarks(base, base, other)).toEqual(other);
        expect(mergeMarks(base, other, base)).toEqual(other);
      }),
    );
  });
});

it("reads tags as they are typed", () => {
  expect(parseTags(" base, paper ,,base")).toEqual(["base", "paper"]);
});
