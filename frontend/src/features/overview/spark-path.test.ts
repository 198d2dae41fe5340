import { expect, it } from "vitest";
import { sparkPaths } from "./spark-path";

const BOX = { width: 10, height: 10 };

function line(x: number[], y: number[]) {
  return { run: "a", x: Float64Array.from(x), y: Float64Array.from(y) };
}

it("draws all lines between the same ends", () => {
  const paths = sparkPaths([line([0, 5], [0, 1]), line([5, 10], [2, 1])], BOX);
  expect(paths).toEqual(["M0.0 10.0h0L5.0 5.0", "M5.0 0.0h0L10.0 5.0"]);
});

it("leaves gaps where values are not finite, and a dot where one is alone", () => {
  const [path] = sparkPaths([line([0, 1, 2], [1, Number.NaN, 1])], BOX);
  expect(path).toBe("M0.0 5.0h0M10.0 5.0h0");
});

it("lets a spike leave the box", () => {
  const values = Array.from({ length: 100 }, (_, at) => (at === 50 ? 1e19 : at % 2));
  const [path] = sparkPaths([line([...values.keys()], values)], BOX);
  expect(path).toContain("M0.0 10.0h0L0.1 0.0");
});

it("draws nothing of no values", () => {
  expect(sparkPaths([line([], []), line([1], [Number.NaN])], BOX)).toEqual(["", ""]);
  expect(sparkPaths([], BOX)).toEqual([]);
});
