import { expect, it } from "vitest";
import { projection } from "./projection";

const AREA = { left: 50, top: 10, width: 200, height: 100, ratio: 1 };

it("puts the ends of the axes on the edges, with y growing upwards", () => {
  const to = projection([0, 10], [-1, 1], false, AREA);
  expect([to.x(0), to.x(5), to.x(10)]).toEqual([50, 150, 250]);
  expect([to.y(-1), to.y(0), to.y(1)]).toEqual([110, 60, 10]);
});

it("gives every power of ten the same room on a logarithmic axis", () => {
  const to = projection([0, 1], [0.01, 100], true, AREA);
  expect([0.01, 0.1, 1, 10, 100].map(to.y)).toEqual([110, 85, 60, 35, 10]);
});

it("has no place for what no axis can show", () => {
  const linear = projection([0, 1], [0, 1], false, AREA);
  const log = projection([0, 1], [0.1, 1], true, AREA);
  const places = [linear.y(Number.NaN), linear.y(Number.POSITIVE_INFINITY), log.y(0), log.y(-1)];
  expect(places.filter(Number.isFinite)).toEqual([]);
});
