import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rect } from "./geometry";
import { RectIndex } from "./rect-index";

const side = fc.integer({ min: 0, max: 900 });
const corner = fc.integer({ min: -500, max: 500 });
const rects: fc.Arbitrary<Rect> = fc.record({ x: corner, y: corner, width: side, height: side });
const small = fc.record({
  x: fc.integer({ min: 0, max: 9_000 }),
  y: corner,
  width: fc.integer({ min: 0, max: 9 }),
  height: fc.constant(0),
});

function touch(a: Rect, b: Rect): boolean {
  return (
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  );
}

describe("the index", () => {
  it("finds exactly the rectangles that touch, each once and in order", () => {
    const sets = fc.oneof(fc.array(rects), fc.array(small), fc.array(fc.oneof(rects, small)));
    fc.assert(
      fc.property(sets, rects, (all, at) => {
        const index = new RectIndex(all, (rect) => rect);
        const expected = [...all.keys()].filter((id) => touch(all[id] as Rect, at));
        expect(index.near(at)).toEqual(expected);
        expect(index.near(at)).toEqual(expected);
      }),
    );
  });

  it("reads no rectangle before the first search, and then each once", () => {
    const tested: number[] = [];
    const index = new RectIndex([0, 1, 2], (id) => {
      tested.push(id);
      return { x: 10 * id, y: 0, width: 5, height: 5 };
    });
    expect(tested).toEqual([]);
    index.near({ x: 0, y: 0, width: 1, height: 1 });
    index.near({ x: 9, y: 0, width: 1, height: 1 });
    expect(tested).toEqual([0, 1, 2]);
  });
});
