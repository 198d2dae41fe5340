import { expect, it } from "vitest";
import { plainLine } from "../../../chart/model/plain-line";
import type { CardLine } from "../lines/series-lines";
import { placesOf } from "./axis-cursor";

function line(...x: number[]): CardLine {
  const places = Float64Array.from(x);
  const drawn = plainLine({ key: `${x}`, colour: "#000000", x: places, y: places });
  const of = { tag: "loss", runs: ["a"], group: null, buckets: null, isUnsmoothed: false };
  return { ...drawn, ...of, goesOn: [false, false] };
}

it("has the places of all lines, ascending, each once", () => {
  expect([...placesOf([line(1, 3, 5), line(0, 3, 9), line()])]).toEqual([0, 1, 3, 5, 9]);
  expect([...placesOf([line(1, 3)])]).toEqual([1, 3]);
  expect([...placesOf([])]).toEqual([]);
});

it("leaves out what has no place", () => {
  expect([...placesOf([line(Number.NaN, 3, 1, 3)])]).toEqual([1, 3]);
  expect([...placesOf([line(1, Number.NaN), line(Number.POSITIVE_INFINITY, 2)])]).toEqual([1, 2]);
});
