import { expect, it } from "vitest";
import { countDashes } from "./line-dashes";

const lines = (...looks: readonly (readonly [colour: string, dash: number])[]) =>
  looks.map(([colour, dash]) => ({ colour, dash }));

it("dashes lines that share a colour", () => {
  expect(countDashes(lines(["a", 0], ["b", 0], ["a", 0], ["a", 0], ["b", 0]))).toEqual([
    0, 0, 1, 2, 1,
  ]);
});

it("leaves a line dashed as it is on other cards, wherever it stands", () => {
  expect(countDashes(lines(["a", 1], ["a", 0]))).toEqual([1, 0]);
  expect(countDashes(lines(["a", 1], ["a", 1], ["a", 1]))).toEqual([1, 0, 2]);
});
