import fc from "fast-check";
import { expect, it } from "vitest";
import { facetRects, facetRows } from "./facet-layout";

function sizeOf(count: number, width: number, height: number) {
  const rects = facetRects(count, width, height);
  const columns = new Set(rects.map(({ x }) => x)).size;
  const rows = new Set(rects.map(({ y }) => y)).size;
  return { columns, rows, holes: columns * rows - count, ...rects[0] };
}

it("draws three runs side by side or below each other, without a hole", () => {
  expect(sizeOf(3, 525, 315)).toMatchObject({ columns: 3, rows: 1 });
  expect(sizeOf(3, 790, 380)).toMatchObject({ columns: 3, rows: 1 });
  expect(sizeOf(3, 350, 470)).toMatchObject({ columns: 1, rows: 3 });
});

it("draws two and four in good shapes", () => {
  expect(sizeOf(2, 525, 315)).toMatchObject({ columns: 2, rows: 1 });
  expect(sizeOf(4, 525, 310)).toMatchObject({ columns: 2, rows: 2 });
  expect(sizeOf(4, 1400, 320)).toMatchObject({ columns: 4, rows: 1 });
});

it("leaves no facet too small to read where there is room for larger ones", () => {
  const count = fc.integer({ min: 1, max: 4 });
  const side = fc.integer({ min: 330, max: 1600 });
  fc.assert(
    fc.property(count, side, side, (facets, width, height) => {
      const { holes, width: wide = 0, height: high = 0 } = sizeOf(facets, width, height);
      expect(holes).toBeLessThanOrEqual(1);
      if (height >= 600) expect(Math.min(wide, high)).toBeGreaterThanOrEqual(100);
    }),
  );
});

it("counts the rows that facets fill", () => {
  const rows = (width: number) => [1, 2, 3, 4].map((count) => facetRows(count, width, 165));
  expect(rows(1000)).toEqual([1, 1, 1, 1]);
  expect(rows(520)).toEqual([1, 1, 1, 2]);
  expect(rows(350)).toEqual([1, 1, 3, 2]);
  expect(rows(100)).toEqual([1, 2, 3, 4]);
});
