import { expect, it } from "vitest";
import { type AxisScale, projection } from "./projection";
import { LINEAR, LOG, placed } from "./scale";

const AREA = { left: 50, top: 10, width: 200, height: 100, ratio: 1 };
const linear = (from: number, to: number): AxisScale => ({ scale: LINEAR, ends: [from, to] });
const log = (from: number, to: number): AxisScale => ({
  scale: LOG,
  ends: placed(LOG, [from, to]),
});

it("puts the ends of the axes on the edges, with y growing upwards", () => {
  const frame = { x: linear(0, 10), left: linear(-1, 1), right: linear(0, 100) };
  const to = projection(frame, "left", AREA);
  expect([to.x(0), to.x(5), to.x(10)]).toEqual([50, 150, 250]);
  expect([to.y(-1), to.y(0), to.y(1)]).toEqual([110, 60, 10]);
  expect(projection(frame, "right", AREA).y(50)).toBe(60);
});

it("gives every power of ten the same room on a logarithmic axis", () => {
  const to = projection({ x: log(1, 100), left: log(0.01, 100), right: null }, "left", AREA);
  expect([0.01, 0.1, 1, 10, 100].map(to.y)).toEqual([110, 85, 60, 35, 10]);
  expect([1, 10, 100].map(to.x)).toEqual([50, 150, 250]);
});

it("has no place for what no axis can show", () => {
  const frame = { x: linear(0, 1), left: linear(0, 1), right: log(0.1, 1) };
  const [left, right] = [projection(frame, "left", AREA), projection(frame, "right", AREA)];
  const places = [left.y(Number.NaN), left.y(Number.POSITIVE_INFINITY), right.y(0), right.y(-1)];
  expect(places.filter(Number.isFinite)).toEqual([]);
});
