import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasFields,
  markChange,
  marksOf,
  mergeMarks,
  parseMarks,
  parseTags,
  type RunMark,
  type RunMarks,
  savedMarks,
  withinRoom,
  withMark,
} from "./run-annotations-value";

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

describe("saved marks", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(marks, (all) => {
        const sent: unknown = JSON.parse(JSON.stringify(savedMarks(all)));
        expect(marksOf(parseMarks(sent))).toEqual(all);
      }),
    );
  });

  it("are cut between characters, and hold no half of one", () => {
    const tag = `${"x".repeat(59)}😀`;
    expect(parseTags(tag)).toEqual(["x".repeat(59)]);
    const cut = withMark(new Map(), "a", { name: `${"n".repeat(199)}😀`, note: "half \ud83d" });
    expect(cut.get("a")).toEqual({ name: "n".repeat(199), note: "half \ufffd" });
  });

  it("of runs that are gone leave when there is no room, those changed longest ago first", () => {
    const note = "x".repeat(100);
    const runNames = ["gone1", "here1", "gone2", "here2", "gone3"];
    let all: RunMarks = new Map(runNames.map((run) => [run, { note }]));
    const isThere = (run: string) => run.startsWith("here");
    expect(withinRoom(all, isThere, 1000)).toBe(all);
    expect([...withinRoom(all, isThere, 600).keys()]).toEqual(["here1", "here2", "gone3"]);
    expect([...withinRoom(all, isThere, 10).keys()]).toEqual(["here1", "here2"]);
    all = withMark(all, "gone1", { name: "again" });
    expect([...withinRoom(all, isThere, 600).keys()]).toEqual(["here1", "here2", "gone1"]);
    const wide = withMark(new Map(), "gone", { note: "ü".repeat(100) });
    expect(withinRoom(wide, isThere, 600).size).toBe(0);
  });

  it("are parsed from any value, without its invalid parts", () => {
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
    const ours = withMark(base, "a", { name: "ours" });
    const theirs = withMark(withMark(base, "a", { note: undefined }), "b", { colour: 2 });
    expect(Object.fromEntries(mergeMarks(base, ours, theirs))).toEqual({
      a: { name: "ours" },
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

  it("gives way to theirs where it yields, and only there", () => {
    const base = withMark(new Map(), "a", { name: "A", note: "n", colour: 1 });
    const ours = withMark(base, "a", { name: undefined, note: undefined, colour: 2 });
    const theirs = withMark(base, "a", { name: "theirs", colour: 3 });
    const yields = (_: string, field: string) => field !== "colour";
    expect(mergeMarks(base, ours, theirs, yields).get("a")).toEqual({ name: "theirs", colour: 2 });
  });
});

describe("markChange", () => {
  it("has the fields that differ, as they were and as they are", () => {
    const marks = withMark(new Map(), "a", { name: "A", note: "n" });
    expect(markChange(marks, "a", { name: "B", note: "n", tags: ["x"] })).toEqual({
      before: { name: "A", tags: undefined },
      after: { name: "B", tags: ["x"] },
    });
    expect(markChange(marks, "a", { name: "A" }).after).toEqual({});
  });

  it("restores the fields before, and distinguishes them from all others", () => {
    fc.assert(
      fc.property(marks, mark, (before, change) => {
        const { before: back, after } = markChange(before, "a", change);
        const changed = withMark(before, "a", after);
        expect(hasFields(changed, "a", after)).toBe(true);
        expect(withMark(changed, "a", back)).toEqual(before);
        const isChanged = Object.keys(after).length > 0;
        expect(hasFields(before, "a", after)).toBe(!isChanged);
      }),
    );
  });
});

it("reads tags as they are typed", () => {
  expect(parseTags(" base, paper ,,base")).toEqual(["base", "paper"]);
});
