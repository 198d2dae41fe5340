import { expect, it } from "vitest";
import { axisOf } from "../model/axis";
import type { Column } from "../model/session-table";
import {
  areStaggered,
  axisGap,
  axisX,
  brushStretches,
  dropIndex,
  headRow,
  headWidth,
  missingY,
  movedTo,
  placeAt,
  placeY,
  rowPath,
  SIDE,
  tickLetters,
} from "./parallel-geometry";

function drawn(key: string, cells: Column["cells"], x: number) {
  const column: Column = {
    key,
    title: key,
    description: "",
    kind: "hparam",
    type: "number",
    differs: true,
    cells,
  };
  return { column, axis: axisOf(column, "linear", false), x };
}

const HEIGHT = 256;
const AXES = [drawn("a", [0, 1, 2], 100), drawn("b", [5, null, 9], 200)];

it("draws a row from axis to axis, and below where it has no value", () => {
  expect(rowPath(AXES, 0, HEIGHT)).toBe(`M100 ${placeY(0, HEIGHT)}L200 ${placeY(0, HEIGHT)}`);
  expect(rowPath(AXES, 1, HEIGHT)).toBe(`M100 ${placeY(0.5, HEIGHT)}L200 ${missingY(HEIGHT)}`);
});

it("turns places into pixels and back, within the axis", () => {
  for (const place of [0, 0.25, 1]) expect(placeAt(placeY(place, HEIGHT), HEIGHT)).toBe(place);
  expect([placeAt(-50, HEIGHT), placeAt(900, HEIGHT)]).toEqual([1, 0]);
});

it("marks what a brush covers, also where it goes beyond the axis", () => {
  const [axis] = AXES as [(typeof AXES)[number]];
  const [stretch] = brushStretches(axis, { kind: "range", from: 1, to: 50 }, HEIGHT);
  expect(stretch?.y).toBe(placeY(1, HEIGHT) - 4);
  expect(stretch?.height).toBeCloseTo(placeY(0.5, HEIGHT) - placeY(1, HEIGHT) + 8);
});

it("fills the width with axes, and scrolls where they are many", () => {
  expect(axisGap(552, 3)).toBe(200);
  expect(axisGap(552, 30)).toBe(64);
  expect(axisGap(5000, 2)).toBe(360);
});

it("gives each name the room up to its neighbours, at the sides that of the drawing", () => {
  const wide = [0, 1, 2].map((at) => drawn(`${at}`, [1], SIDE + at * 320));
  expect(wide.map((_, at) => headWidth(wide, at))).toEqual([2 * SIDE, 314, 2 * SIDE]);
  expect(wide.map((_, at) => headRow(wide, at))).toEqual([0, 0, 0]);
  const close = [0, 1].map((at) => drawn(`${at}`, [1], SIDE + at * 96));
  expect(close.map((_, at) => headWidth(close, at))).toEqual([90, 90]);
  expect(headWidth([drawn("alone", [1], SIDE)], 0)).toBe(2 * SIDE - 6);
});

it("has twelve axes beside the run table at 1440, their names in two rows", () => {
  const width = 1140;
  const gap = axisGap(width, 12);
  const axes = Array.from({ length: 12 }, (_, at) => drawn(`${at}`, [1], axisX(at, gap)));
  expect(axes.at(-1)?.x).toBeLessThanOrEqual(width - SIDE);
  expect(areStaggered(axes)).toBe(true);
  expect(axes.slice(0, 3).map((_, at) => headRow(axes, at))).toEqual([1, 0, 1]);
  const ends = axes.map(({ x }, at) => {
    const half = headWidth(axes, at) / 2;
    return { row: headRow(axes, at), from: x - half, to: x + half };
  });
  for (const row of [0, 1]) {
    const names = ends.filter((end) => end.row === row);
    for (const [at, { from }] of names.slice(1).entries()) {
      expect(from).toBeGreaterThan(names[at]?.to ?? 0);
    }
  }
  expect(ends[0]?.from).toBeGreaterThanOrEqual(0);
  expect(ends.at(-1)?.to).toBeLessThanOrEqual(width);
  // Each has room for some twenty letters.
  expect(Math.min(...ends.map(({ from, to }) => to - from))).toBeGreaterThan(140);
});

it("gives words at ticks the room up to the axis before", () => {
  const at = (gap: number) => [0, 1].map((one) => drawn(`${one}`, [1], axisX(one, gap)));
  expect([64, 96, 320].map((gap) => tickLetters(at(gap)))).toEqual([7, 11, 11]);
});

it("moves an axis to where it is dropped", () => {
  const axes = [...AXES, drawn("c", [1], 300)];
  const drop = (key: string, x: number) =>
    movedTo(["a", "b", "c"], key, dropIndex(axes, key, x)).join("");
  expect([drop("a", 250), drop("a", 350), drop("c", 50), drop("b", 210)]).toEqual([
    "bac",
    "bca",
    "cab",
    "abc",
  ]);
});
