import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TableCell } from "../../../lib/format/table";
import { axisOf, defaultScale, isLetThrough, type Scale } from "./axis";
import type { Column } from "./session-table";

function column(cells: readonly TableCell[], type: Column["type"] = "number"): Column {
  return { key: "h:x", title: "x", description: "", kind: "hparam", type, differs: true, cells };
}

const scales: Scale[] = ["linear", "log", "quantile"];
const numbers = fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), { minLength: 2 });

describe("an axis of numbers", () => {
  it("keeps their order, and turns it when flipped", () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom(...scales), fc.boolean(), (cells, scale, flipped) => {
        const axis = axisOf(column(cells), scale, flipped);
        const places = cells
          .toSorted((one, other) => one - other)
          .map((cell) => axis.positionOf(cell) ?? Number.NaN);
        if (flipped) places.reverse();
        for (let at = 1; at < places.length; at += 1) {
          expect(places[at]).toBeGreaterThanOrEqual(places[at - 1] as number);
        }
        expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
      }),
    );
  });

  it("covers with all of it every number, and with a part those that are drawn in it", () => {
    const part = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(...scales),
        fc.boolean(),
        part,
        (cells, scale, flipped, ends) => {
          const axis = axisOf(column(cells), scale, flipped);
          const whole = axis.covered(0, 1);
          expect(cells.every((cell) => whole !== null && isLetThrough(whole, cell))).toBe(true);
          const [from, to] = [Math.min(...ends), Math.max(...ends)];
          const brush = axis.covered(from, to);
          for (const cell of cells) {
            const place = axis.positionOf(cell) ?? Number.NaN;
            const isClear = Math.min(Math.abs(place - from), Math.abs(place - to)) > 1e-6;
            if (isClear) {
              expect(brush !== null && isLetThrough(brush, cell)).toBe(place > from && place < to);
            }
          }
        },
      ),
    );
  });

  it("has no place for what is missing, not finite, or not positive on a logarithmic one", () => {
    const axis = axisOf(
      column([-1, 1, 10, null, Number.NaN, Number.POSITIVE_INFINITY]),
      "log",
      false,
    );
    const places = [-1, null, Number.NaN, Number.POSITIVE_INFINITY, "1"].map(axis.positionOf);
    expect(places).toEqual([null, null, null, null, null]);
    expect([axis.positionOf(1), axis.positionOf(10)]).toEqual([0, 1]);
  });

  it("has a place for zero below all others on a logarithmic one", () => {
    const axis = axisOf(column([0, 1e-4, 1e-2]), "log", false);
    const places = [0, 1e-4, 1e-3, 1e-2].map((cell) => axis.positionOf(cell) ?? Number.NaN);
    expect(places.map((place) => Number(place.toFixed(3)))).toEqual([0, 0.1, 0.55, 1]);
    expect(axis.ticks.map(({ value }) => value)).toEqual([0, 1e-4, 1e-3, 1e-2]);
    expect(axis.covered(0, 0.05)).toEqual({ kind: "range", from: 0, to: 0 });
    expect(axis.covered(0, 1)).toEqual({ kind: "range", from: 0, to: 1e-2 });
    expect(axis.covered(0.02, 0.08)).toBeNull();
    const upper = axis.covered(0.5, 1);
    expect([0, 1e-4, 1e-3, 1e-2].map((cell) => upper && isLetThrough(upper, cell))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it.each([
    [[1e-4, 0.1], "log"],
    [[0, 1e-4, 0.1], "log"],
    [[0.01, 0.9], "linear"],
    [[-1, 1e-4, 0.1], "linear"],
    [[0], "linear"],
    [[null, Number.NaN], "linear"],
  ] as const)("over %j is %s at first", (cells, scale) => {
    expect(defaultScale(column(cells))).toBe(scale);
  });

  it("has round ticks within its ends", () => {
    const ticks = (cells: number[], scale: Scale) =>
      axisOf(column(cells), scale, false).ticks.map(({ value }) => value);
    expect(ticks([0.1, 0.95], "linear")).toEqual([0.2, 0.4, 0.6, 0.8]);
    expect(ticks([0.0001, 0.1], "log")).toEqual([0.0001, 0.001, 0.01, 0.1]);
    expect(ticks([2, 3], "log")).toEqual([2, 3]);
    expect(ticks([5, 5], "linear")).toEqual([5]);
  });

  it("sets distinct values at equal distances by quantile", () => {
    const axis = axisOf(column([1, 1, 2, 1000]), "quantile", false);
    expect([1, 2, 1000].map(axis.positionOf)).toEqual([0, 0.5, 1]);
  });
});

it("gives each word a place, in the order of the words, and covers whole words", () => {
  const axis = axisOf(column(["sgd", "adam", null, true], "category"), "linear", false);
  expect(axis.ticks.map(({ value }) => value)).toEqual(["adam", "sgd", true]);
  const brush = axis.covered(0, 0.55);
  expect(brush).toEqual({ kind: "words", words: ["adam", "sgd"] });
  expect(["adam", "true", null].map((cell) => brush && isLetThrough(brush, cell))).toEqual([
    true,
    false,
    false,
  ]);
  expect(axis.covered(0.3, 0.4)).toBeNull();
});

it("puts numbers before words where a column has both, by size", () => {
  const axis = axisOf(column(["auto", 1e-5, 0.1, 3e-4, "2x"], "category"), "linear", false);
  expect(axis.ticks.map(({ value }) => value)).toEqual([1e-5, 3e-4, 0.1, "2x", "auto"]);
  expect(axis.positionOf(0.1)).toBe(0.5);
});
