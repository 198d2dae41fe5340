import { expect, it } from "vitest";
import { wordsOf } from "./key-labels";

it("names what changed, each thing once", () => {
  expect(wordsOf(["runs"])).toBe("the runs shown");
  expect(wordsOf(["zoom", "frame"])).toBe("the zoom");
  expect(wordsOf(["zoom", "x"])).toBe("the zoom and the x axis");
});

it("does not list more than two, nor leave out without a word what has no name", () => {
  expect(wordsOf(["zoom", "x", "runs"])).toBe("the zoom and the x axis and more");
  expect(wordsOf(["zoom", "unheard-of"])).toBe("the zoom and more");
  expect(wordsOf(["unheard-of"])).toBe("a choice of the view");
});
