import fc from "fast-check";
import { expect, it } from "vitest";
import { differences } from "./myers-diff";

const sequence = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 });

/** The length of the longest common subsequence, by the textbook's table, a row at a time. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let row = new Float64Array(other.length + 1);
  for (const item of one) {
    const next = new Float64Array(other.length + 1);
    other.forEach((own, at) => {
      const isSame = item === own;
      next[at + 1] = isSame
        ? (row[at] as number) + 1
        : Math.max(row[at + 1] as number, next[at] as number);
    });
    row = next;
  }
  return row[other.length] as number;
}

it("turns the one into the other with the fewest edits", () => {
  fc.assert(
    fc.property(sequence, sequence, (before, after) => {
      const edits = differences(before, after);
      const of = (...kinds: string[]) =>
        edits.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
      expect(of("same", "removed")).toEqual(before);
      expect(of("same", "added")).toEqual(after);
      expect(of("same")).toHaveLength(commonLength(before, after));
    }),
    { numRuns: 300 },
  );
});

it("gives up on sequences that have next to nothing in common", () => {
  const before = Array.from({ length: 2000 }, (_, at) => `old ${at}`);
  const after = Array.from({ length: 2000 }, (_, at) => `new ${at}`);
  const edits = differences(before, after);
  expect(edits).toHaveLength(4000);
  expect(edits[0]).toEqual({ kind: "removed", text: "old 0" });
});
