import { expect, it } from "vitest";
import { axisOf } from "../model/axis";
import type { Column } from "../model/session-table";
import {
  axisGap,
  brushStretches,
  dropIndex,
  headWidth,
  missingY,
  movedTo,
  placeAt,
  placeY,
  rowPath,
  SIDE,
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
  expect(axisGap(552, 30)).toBe(96);
  expect(axisGap(5000, 2)).toBe(360);
});

it("gives each name the room up to its neighbours, at the sides that of the drawing", () => {
  const wide = [0, 1, 2].map((at) => drawn(`${at}`, [1], SIDE + at * 320));
  expect(wide.map((_, at) => headWidth(wide, at))).toEqual([2 * SIDE, 320, 2 * SIDE]);
  const close = [0, 1].map((at) => drawn(`${at}`, [1], SIDE + at * 96));
  expect(close.map((_, at) => headWidth(close, at))).toEqual([96, 96]);
  expect(headWidth([drawn("alone", [1], SIDE)], 0)).toBe(2 * SIDE);
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
