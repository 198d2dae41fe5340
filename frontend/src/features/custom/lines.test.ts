import { expect, it } from "vitest";
import type { Scalars } from "../../api/scalars";
import { marginLines, tagLines, valuesAt } from "./lines";

function scalars(tag: string, run: string, step: number[], value: number[]): Scalars {
  const head = { run, total: step.length, nan: 0, inf: 0, hidden: 0, undated: 0, restarts: [] };
  const columns = { step: Float64Array.from(step), value: Float64Array.from(value) };
  const series = [{ ...head, raw: true as const, x: null, wall_time: columns.step, ...columns }];
  return { tag, x: "step", series };
}

const look = (run: string, tag: string) => ({ colour: run, name: `${run} ${tag}` });

it("draws a line for each tag and run, dashed by the tag", () => {
  const lines = tagLines([scalars("a", "r", [0, 1], [1, 2]), scalars("b", "r", [5], [7])], 0, look);
  expect(lines.map(({ name, colour, dash }) => [name, colour, dash])).toEqual([
    ["r a", "r", 0],
    ["r b", "r", 1],
  ]);
  expect([...(lines[0]?.y ?? [])]).toEqual([1, 2]);
});

it("puts the band of other tags around a line, where they reach", () => {
  const answers = [
    scalars("v", "r", [0, 5, 10, 20], [1, 1, 1, 1]),
    scalars("l", "r", [0, 10], [0, 0.5]),
    scalars("u", "r", [5, 10], [3, 2]),
  ];
  const [drawn] = marginLines(answers, [{ value: "v", lower: "l", upper: "u" }], look);
  expect([...(drawn?.band?.min ?? [])]).toEqual([0, 0.25, 0.5, Number.NaN]);
  expect([...(drawn?.band?.max ?? [])]).toEqual([Number.NaN, 3, 2, Number.NaN]);
  expect(marginLines(answers, [{ value: "v", lower: "l", upper: "gone" }], look)).toEqual([]);
});

it("reads values between neighbours", () => {
  const x = Float64Array.of(-1, 0, 1, 3);
  const found = valuesAt(x, Float64Array.of(0, 2), Float64Array.of(10, 20));
  expect([...found]).toEqual([Number.NaN, 10, 15, Number.NaN]);
});
