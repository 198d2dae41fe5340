import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rect } from "./geometry";
import { RectGrid } from "./grid-index";

const side = fc.integer({ min: 0, max: 900 });
const corner = fc.integer({ min: -500, max: 500 });
const rects: fc.Arbitrary<Rect> = fc.record({ x: corner, y: corner, width: side, height: side });

function touch(a: Rect, b: Rect): boolean {
  return (
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  );
}

/** All rectangles that are tested when none passes. */
function near(grid: RectGrid, at: Rect): number[] {
  const found: number[] = [];
  grid.some(at, (id) => found.push(id) < 0);
  return found.sort((a, b) => a - b);
}

describe("the grid", () => {
  it("tests exactly the rectangles that touch, each once", () => {
    fc.assert(
      fc.property(fc.array(rects), rects, fc.constantFrom(7, 40, 3_000), (all, at, cell) => {
        const grid = new RectGrid(cell);
        for (const rect of all) grid.add(rect);
        const expected = [...all.keys()].filter((id) => touch(all[id] as Rect, at));
        expect(near(grid, at)).toEqual(expected);
        expect(near(grid, at)).toEqual(expected);
      }),
    );
  });

  it("stops asking at the first that passes", () => {
    const grid = new RectGrid(10);
    for (let i = 0; i < 5; i++) grid.add({ x: i, y: 0, width: 3, height: 3 });
    let visited = 0;
    const found = grid.some({ x: 0, y: 0, width: 9, height: 9 }, () => ++visited === 2);
    expect([found, visited]).toEqual([true, 2]);
  });
});
