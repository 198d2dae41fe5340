import fc from "fast-check";
import { expect, it } from "vitest";
import { type Rect, rectContains, rectsOverlap } from "../../../lib/geometry/geometry";
import { placeList } from "./place-list";

const VIEW: Rect = { x: 0, y: 0, width: 900, height: 700 };
const SIZE = { width: 200, height: 90 };

const points = fc.record({
  x: fc.integer({ min: -100, max: 1000 }),
  y: fc.integer({ min: -100, max: 800 }),
});
const rects = fc.record({
  x: fc.integer({ min: -100, max: 900 }),
  y: fc.integer({ min: -100, max: 700 }),
  width: fc.integer({ min: 1, max: 300 }),
  height: fc.integer({ min: 1, max: 200 }),
});

/** A line from top to bottom, at some place across. */
function down(x: number) {
  return Array.from({ length: 36 }, (_, at) => ({ x, y: 20 * at }));
}

it("is in the view as a whole wherever a point of the line is, and nowhere else", () => {
  fc.assert(
    fc.property(
      fc.array(points, { minLength: 1, maxLength: 60 }),
      fc.array(rects, { maxLength: 9 }),
      fc.array(rects, { maxLength: 3 }),
      (line, boxes, covers) => {
        const list = placeList(SIZE, { view: VIEW, line, boxes, covers });
        const isSeen = line.some(({ x, y }) => rectContains(VIEW, x, y));
        expect(list !== undefined).toBe(isSeen);
        if (list === undefined) return;
        expect(list.x >= 0 && list.x + list.width <= VIEW.width).toBe(true);
        expect(list.y >= 0 && list.y + list.height <= VIEW.height).toBe(true);
      },
    ),
  );
});

it("leaves a straight line to be seen, and the nodes beside it where there is room", () => {
  fc.assert(
    fc.property(fc.integer({ min: 240, max: 660 }), fc.integer({ min: 0, max: 5 }), (x, free) => {
      const line = down(x);
      // On both sides nodes in all rows but one.
      const rows = [0, 1, 2, 3, 4, 5].filter((row) => row !== free);
      const boxes = rows.flatMap((row) =>
        [x - 220, x + 20].map((left) => ({ x: left, y: 117 * row, width: 200, height: 115 })),
      );
      const list = placeList(SIZE, { view: VIEW, line, boxes, covers: [] });
      expect(list).toBeDefined();
      if (list === undefined) return;
      expect(line.some((point) => rectContains(list, point.x, point.y))).toBe(false);
      expect(boxes.some((box) => rectsOverlap(box, list))).toBe(false);
    }),
  );
});

it("hides nodes rather than the line or a panel", () => {
  const line = down(450);
  const covers = [{ x: 460, y: 0, width: 440, height: 700 }];
  const boxes = [{ x: 0, y: 0, width: 445, height: 700 }];
  const list = placeList(SIZE, { view: VIEW, line, boxes, covers });
  expect(list && list.x + list.width).toBeLessThanOrEqual(450);
});
