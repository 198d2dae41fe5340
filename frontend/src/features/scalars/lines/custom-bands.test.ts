import { expect, it } from "vitest";
import { plainLine } from "../../../chart/model/plain-line";
import { valuesAt, withMargins } from "./custom-bands";
import type { CardLine } from "./series-lines";

function line(tag: string, run: string, x: number[], y: number[]): CardLine {
  const columns = { x: Float64Array.from(x), y: Float64Array.from(y) };
  const plain = plainLine({ key: `${run} ${tag}`, colour: "red", side: "left", ...columns });
  return {
    ...plain,
    tag,
    runs: [run],
    group: null,
    buckets: null,
    isUnsmoothed: false,
    goesOn: [false, false],
  };
}

it("puts the band of other tags around a line of the same run, where they reach", () => {
  const lines = [
    line("v", "a", [0, 5, 10, 20], [1, 1, 1, 1]),
    line("l", "a", [0, 10], [0, 0.5]),
    line("u", "a", [5, 10], [3, 2]),
    line("v", "b", [0], [7]),
    line("other", "a", [0], [1]),
  ];
  const margins = [{ value: "v", lower: "l", upper: "u" }];
  const [banded, alone, other, ...rest] = withMargins(lines, margins);
  expect([...(banded?.band?.min ?? [])]).toEqual([0, 0.25, 0.5, Number.NaN]);
  expect([...(banded?.band?.max ?? [])]).toEqual([Number.NaN, 3, 2, Number.NaN]);
  expect([alone, other]).toEqual([lines[3], lines[4]]);
  expect(rest).toEqual([]);
  expect(withMargins(lines, [])).toBe(lines);
});

it("draws a band from the edge of a window where its tags were logged at other steps", () => {
  // The window is from 100 to 200: each tag has a point on either side of it.
  const inWindow = (...known: Parameters<typeof line>): CardLine => ({
    ...line(...known),
    goesOn: [true, true],
  });
  const lines = [
    inWindow("v", "a", [95, 105, 195, 205], [1, 1, 1, 1]),
    inWindow("l", "a", [99, 111, 192, 201], [10, 22, 103, 112]),
    inWindow("u", "a", [90, 210], [90, 210]),
  ];
  const margins = [{ value: "v", lower: "l", upper: "u" }];
  const [banded] = withMargins(lines, margins);
  expect([...(banded?.band?.min ?? [])]).toEqual([6, 16, 106, 116]);
  expect([...(banded?.band?.max ?? [])]).toEqual([95, 105, 195, 205]);

  // No point of the line is in the window.
  const passing = inWindow("v", "a", [50, 250], [1, 1]);
  const [through] = withMargins([passing, ...lines.slice(1)], margins);
  expect([...(through?.band?.min ?? [])]).toEqual([-39, 161]);

  // A tag that begins in the window has nothing to draw on from.
  const late = { ...inWindow("l", "a", [105, 205], [0, 0]), goesOn: [false, true] } as const;
  const [begun] = withMargins([lines[0] as CardLine, late, lines[2] as CardLine], margins);
  expect([...(begun?.band?.min ?? [])]).toEqual([Number.NaN, 0, 0, 0]);
});

it("reads values between neighbours", () => {
  const x = Float64Array.of(-1, 0, 1, 3);
  const found = valuesAt(x, Float64Array.of(0, 2), Float64Array.of(10, 20));
  expect([...found]).toEqual([Number.NaN, 10, 15, Number.NaN]);
});
