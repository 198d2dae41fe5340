import fc from "fast-check";
import { expect, it } from "vitest";
import { lineEdits } from "./line-edits";

it("keeps both texts whole", () => {
  const text = fc.array(fc.constantFrom("a b", "a c", "x", ""), { maxLength: 8 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const lines = lineEdits(one.join("\n"), other.join("\n"));
      const side = (kind: string) =>
        lines
          .filter((line) => line.kind === kind || line.kind === "same")
          .map(({ pieces }) => pieces.map((piece) => piece.text).join(""))
          .join("\n");
      expect(side("removed")).toBe(one.join("\n"));
      expect(side("added")).toBe(other.join("\n"));
    }),
  );
});

it("marks the words that changed in a line", () => {
  const [before, after] = lineEdits("loss is 0.5", "loss is 0.4");
  expect(before?.pieces.filter(({ isMarked }) => isMarked)).toEqual([
    { text: "5", isMarked: true },
  ]);
  expect(after?.pieces.filter(({ isMarked }) => isMarked)).toEqual([{ text: "4", isMarked: true }]);
});

it("has no line of a text that is empty", () => {
  expect(lineEdits("", "a\nb").map(({ kind }) => kind)).toEqual(["added", "added"]);
  expect(lineEdits("", "")).toEqual([]);
});
