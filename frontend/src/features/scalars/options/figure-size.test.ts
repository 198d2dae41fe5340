import { expect, it } from "vitest";
import { chooseFigureSize, FIGURE_SIZE, figureSize, LEAST_PX, MOST_PX } from "./figure-size";

it("is what was chosen, within what can be drawn", () => {
  expect(figureSize()).toEqual(FIGURE_SIZE);
  chooseFigureSize({ width: 500.4, plotHeight: 300 });
  expect(figureSize()).toEqual({ width: 500, plotHeight: 300 });
  chooseFigureSize({ width: 1, plotHeight: 1e6 });
  expect(figureSize()).toEqual({ width: LEAST_PX, plotHeight: MOST_PX });
});
