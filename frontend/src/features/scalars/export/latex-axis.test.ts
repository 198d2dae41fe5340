import { expect, it } from "vitest";
import { wallTimeText } from "../../../lib/format/time";
import { latexAxis } from "./latex-axis";

const START = 1_790_000_000;
const columns = [Float64Array.of(START + 60, START + 600), Float64Array.of(START, START + 30)];

it("leaves steps as they are", () => {
  expect(latexAxis("step", columns, false)).toEqual({ label: "Step", origin: 0, unit: 1 });
});

it("counts wall times from the first in a unit that suits them", () => {
  const label = `Wall time (min since ${wallTimeText(START)})`;
  expect(latexAxis("wall_time", columns, false)).toEqual({ label, origin: START, unit: 60 });
});

it("keeps zero where it is for durations, and for what is logarithmic", () => {
  const durations = [Float64Array.of(0, 20_000)];
  expect(latexAxis("relative", durations, false)).toEqual({
    label: "Relative (h)",
    origin: 0,
    unit: 3600,
  });
  expect(latexAxis("wall_time", columns, true).origin).toBe(0);
});

it("has a unit for a single moment and for nothing", () => {
  expect(latexAxis("relative", [Float64Array.of(5)], false).unit).toBe(1);
  expect(latexAxis("wall_time", [], false)).toEqual({
    label: "Wall time (s)",
    origin: 0,
    unit: 1,
  });
});
