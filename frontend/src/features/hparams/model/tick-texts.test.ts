import { expect, it } from "vitest";
import { columnOf } from "../testing/columns";
import { axisOf } from "./axis";
import { tickTexts } from "./tick-texts";

function textsOf(cells: readonly (string | number)[], most: number): string[] {
  const column = columnOf("h:out", cells);
  return tickTexts(axisOf(column, "linear", false).ticks, column, most);
}

it("leaves out what all words share", () => {
  expect(textsOf(["logs/hf/out0", "logs/hf/out1"], 5)).toEqual(["out0", "out1"]);
});

it("cuts words where they are alike, and keeps them apart", () => {
  const texts = textsOf(["transformer_encoder_2", "transformer_encoder_1", "convolution"], 10);
  expect(texts.every((text) => [...text].length <= 10)).toBe(true);
  expect(new Set(texts).size).toBe(3);
});

it("leaves words that have room and numbers as they are", () => {
  expect(textsOf(["adam", "sgd"], 11)).toEqual(["adam", "sgd"]);
  expect(textsOf([0.001, 0.002], 2).every((text) => /^[\d.]+$/.test(text))).toBe(true);
});
