import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsNear, stackRows, uniformRowsNear } from "./virtual-range";

const heights = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 60 });
const pixels = fc.integer({ min: 0, max: 20_000 });

describe("rowsNear", () => {
  it("holds every row that the viewport touches", () => {
    fc.assert(
      fc.property(heights, pixels, fc.integer({ min: 1, max: 2000 }), (rows, top, height) => {
        const edges = stackRows(rows);
        const { first, end } = rowsNear(edges, top, height, 0);
        rows.forEach((_, row) => {
          const touches = (edges[row + 1] as number) > top && (edges[row] as number) < top + height;
          if (touches) expect(row >= first && row < end).toBe(true);
        });
      }),
    );
  });

  it("holds no more rows than the viewport, the margin and two ends have room for", () => {
    const edges = stackRows(new Array<number>(10_000).fill(400));
    const { first, end } = rowsNear(edges, 1_000_000, 900, 500);
    expect(end - first).toBeLessThanOrEqual(Math.ceil((900 + 2 * 500) / 400) + 2);
  });

  it("is empty for no rows, and stays in bounds behind the last", () => {
    expect(rowsNear(stackRows([]), 0, 800, 100)).toEqual({ first: 0, end: 0 });
    const { first, end } = rowsNear(stackRows([10, 10]), 5000, 800, 0);
    expect([first, end]).toEqual([2, 2]);
  });
});

it("agrees for rows of one height with the general form", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 60 }),
      pixels,
      fc.integer({ min: 1, max: 2000 }),
      (rows, rowHeight, top, height) => {
        const edges = stackRows(new Array<number>(rows).fill(rowHeight));
        const general = rowsNear(edges, top, height, 100);
        const uniform = uniformRowsNear(rows, rowHeight, top, height, 100);
        expect(uniform.first).toBeLessThanOrEqual(general.first + 1);
        expect(uniform.end).toBeGreaterThanOrEqual(general.end - 1);
        expect(uniform.end - uniform.first).toBeLessThanOrEqual((height + 200) / rowHeight + 2);
      },
    ),
  );
});
