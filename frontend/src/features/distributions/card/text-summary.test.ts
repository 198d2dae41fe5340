import { expect, it } from "vitest";
import type { Histograms } from "../../../api/histograms";
import { distributionCsv, distributionSummary, tableRows } from "./text-summary";

const STEP = {
  left: Float64Array.of(-1, 0),
  right: Float64Array.of(0, 1),
  count: Float64Array.of(1, 3),
  total: 4,
  percentiles: Float64Array.of(-1, -0.7, -0.4, 0, 0.25, 0.5, 0.8, 0.9, 1),
};
const HISTOGRAMS: Histograms = {
  tag: "w",
  series: [
    {
      run: "id",
      total: 2,
      hidden: 0,
      unread: [],
      warnings: [],
      steps: [
        { ...STEP, step: 0, wallTime: 5 },
        { ...STEP, step: 1200, wallTime: 6.5 },
      ],
    },
  ],
};

it("says in words what a card shows", () => {
  expect(distributionSummary(HISTOGRAMS, () => "a")).toBe(
    "w, 1 run. a, step 0 to 1,200: values at step 1,200 from −1 to 1, median 0.25.",
  );
});

it("says in rows what each step holds", () => {
  expect(tableRows(HISTOGRAMS, () => "a").map(({ cells }) => cells)).toEqual([
    ["a", "0", "4", "−1", "−0.7", "0", "0.25", "0.5", "0.9", "1"],
    ["a", "1,200", "4", "−1", "−0.7", "0", "0.25", "0.5", "0.9", "1"],
  ]);
});

it("has a line of CSV for every bucket, and no name that a spreadsheet would run", () => {
  expect(distributionCsv(HISTOGRAMS, () => "=a,b").split("\r\n")).toEqual([
    "run,step,wall_time,left,right,count",
    `"'=a,b",0,5,-1,0,1`,
    `"'=a,b",0,5,0,1,3`,
    `"'=a,b",1200,6.5,-1,0,1`,
    `"'=a,b",1200,6.5,0,1,3`,
    "",
  ]);
});
