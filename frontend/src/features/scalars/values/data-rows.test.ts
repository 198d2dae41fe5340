import fc from "fast-check";
import { expect, it } from "vitest";
import { dataRows } from "./data-rows";

const line = (points: readonly (readonly [number, number])[]) => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y),
  faint: null,
});

it("puts what stands at one place into one row, and several points of a line below each other", () => {
  const rows = dataRows([
    line([
      [0, 1],
      [2, 3],
      [2, 4],
    ]),
    line([[2, 9]]),
  ]);
  expect(rows).toEqual([
    { x: 0, values: [1, null] },
    { x: 2, values: [3, 9] },
    { x: 2, values: [4, null] },
  ]);
  expect(dataRows([])).toEqual([]);
});

it("holds every point of every line, in order", () => {
  const points = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer()))
    .map((own) => own.sort(([one], [other]) => one - other));
  fc.assert(
    fc.property(fc.array(points, { maxLength: 4 }), (all) => {
      const rows = dataRows(all.map(line));
      all.forEach((own, at) => {
        const held = rows.flatMap(({ x, values }) =>
          values[at] === null ? [] : [[x, values[at]]],
        );
        expect(held).toEqual(own);
      });
      const places = rows.map(({ x }) => x);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }),
  );
});
