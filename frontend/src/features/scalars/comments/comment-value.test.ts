import fc from "fast-check";
import { expect, it } from "vitest";
import {
  conflictsOf,
  editedFields,
  fits,
  MAX_COMMENTS,
  MAX_TEXT_LENGTH,
  mergeComments,
  parseComment,
  parseComments,
  type StepComment,
  withComment,
} from "./comment-value";

function comment(id: string, text: string, more: Partial<StepComment> = {}): StepComment {
  return { id, step: 3, tag: "loss", text, ...more };
}

it("reads back what is saved, and leaves out what is no comment", () => {
  const known = [comment("1", "up"), comment("2", "down", { run: "a", isExpression: true })];
  const bad: unknown[] = [
    null,
    7,
    comment("", "no id"),
    { ...comment("3", "x"), step: 1.5 },
    { ...comment("3", "x"), step: 2 ** 60 },
    { ...comment("3", "x"), tag: 7 },
    comment("3", " \n "),
  ];
  const saved = JSON.parse(JSON.stringify({ version: 1, comments: [...known, ...bad] }));
  expect(parseComments(saved)).toEqual({ version: 1, comments: known });
  expect(parseComments({ comments: "x" })).toBeUndefined();
  expect(parseComments(null)).toBeUndefined();
});

it("has a text in one line, as far as it counts", () => {
  const long = parseComment(comment("1", ` a\n\tb ${"x".repeat(1000)}`));
  expect(long?.text.startsWith("a b xx")).toBe(true);
  expect(long?.text.length).toBe(MAX_TEXT_LENGTH);
});

it("fits as many comments as the server takes", () => {
  const many = Array.from({ length: MAX_COMMENTS }, (_, at) => comment(`${at}`, "x".repeat(400)));
  expect(fits(many)).toBe(true);
  expect(fits([...many, comment("more", "x")])).toBe(false);
  expect(fits(many.map((one) => ({ ...one, text: "ü".repeat(400) })))).toBe(false);
});

it("keeps what two viewers wrote, changed and removed", () => {
  const base = [comment("1", "one"), comment("2", "two"), comment("3", "three")];
  const ours = [comment("1", "one!"), comment("3", "three"), comment("4", "ours")];
  const theirs = [comment("1", "one"), comment("2", "two"), comment("5", "theirs")];
  expect(mergeComments(base, ours, theirs)).toEqual([
    comment("1", "one!"),
    comment("5", "theirs"),
    comment("4", "ours"),
  ]);
});

it("names what both of two viewers changed, and only that", () => {
  const base = ["1", "2", "3", "4"].map((id) => comment(id, id));
  const ours = [
    comment("1", "ours"),
    comment("3", "same"),
    comment("4", "ours"),
    comment("9", "x"),
  ];
  const theirs = [
    comment("1", "theirs"),
    comment("2", "theirs"),
    comment("3", "same"),
    comment("4", "4"),
    comment("8", "y"),
  ];
  expect(conflictsOf(base, ours, theirs)).toEqual([
    { ours: comment("1", "ours"), theirs: comment("1", "theirs") },
    { ours: undefined, theirs: comment("2", "theirs") },
  ]);
  expect(conflictsOf(base, base, theirs)).toEqual([]);
  expect(conflictsOf(base, ours, base)).toEqual([]);
});

it("loses no text that one changed while the other removed it", () => {
  const base = [comment("1", "one")];
  const changed = [comment("1", "one!")];
  expect(mergeComments(base, changed, [])).toEqual(changed);
  expect(mergeComments(base, [], changed)).toEqual(changed);
});

it("yields to a change of theirs where it is to", () => {
  const base = [comment("1", "one")];
  const [ours, theirs] = [[comment("1", "ours")], [comment("1", "theirs")]];
  expect(mergeComments(base, ours, theirs)).toEqual(ours);
  expect(mergeComments(base, ours, theirs, () => true)).toEqual(theirs);
});

it("never loses a comment that one viewer added or changed", () => {
  const change = fc.record({
    id: fc.constantFrom("1", "2", "3", "4", "5"),
    text: fc.option(fc.constantFrom("x", "y", "z"), { nil: undefined }),
  });
  const base = [comment("1", "a"), comment("2", "b"), comment("3", "c")];
  const apply = (changes: readonly { id: string; text: string | undefined }[]) =>
    changes.reduce<readonly StepComment[]>(
      (all, { id, text }) => withComment(all, id, text === undefined ? text : comment(id, text)),
      base,
    );
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (one, other) => {
      const [ours, theirs] = [apply(one), apply(other)];
      const merged = new Map(mergeComments(base, ours, theirs).map((each) => [each.id, each.text]));
      const before = new Map(base.map((each) => [each.id, each.text]));
      for (const own of [ours, theirs]) {
        for (const { id, text } of own) {
          if (before.get(id) !== text) expect(merged.has(id)).toBe(true);
        }
      }
      // Who left a comment as it was has no say in it.
      for (const { id, text } of ours) {
        const isTheirs = theirs.find((each) => each.id === id)?.text === before.get(id);
        if (isTheirs) expect(merged.get(id)).toBe(text);
      }
    }),
  );
});

it("changes by a form what was edited in it, and nothing else", () => {
  const before = { step: 3, run: "", text: "up" };
  const now = { step: 5, run: "a", text: "down" };
  expect(editedFields(before, before, now)).toEqual(now);
  expect(editedFields(before, { ...before, step: 4 }, now)).toEqual({ ...now, step: 4 });
  expect(editedFields(before, { ...before, text: "on" }, now)).toEqual({ ...now, text: "on" });
  expect(editedFields(before, { ...before, run: "b" }, now)).toEqual({ ...now, run: "b" });
  expect(editedFields(before, { ...before, run: "b" }, undefined)).toEqual({ ...before, run: "b" });
});
