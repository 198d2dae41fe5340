import { expect, it } from "vitest";
import { plainLine } from "../../chart/plain";
import type { CardLine } from "./card-lines";
import { valuesAt, withMargins } from "./margins";

function line(tag: string, run: string, x: number[], y: number[]): CardLine {
  const columns = { x: Float64Array.from(x), y: Float64Array.from(y) };
  const plain = plainLine({ key: `${run} ${tag}`, colour: "red", side: "left", ...columns });
  return { ...plain, tag, runs: [run], group: null, buckets: null };
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

it("reads values between neighbours", () => {
  const x = Float64Array.of(-1, 0, 1, 3);
  const found = valuesAt(x, Float64Array.of(0, 2), Float64Array.of(10, 20));
  expect([...found]).toEqual([Number.NaN, 10, 15, Number.NaN]);
});
