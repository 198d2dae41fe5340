import fc from "fast-check";
import { expect, it } from "vitest";
import { labelPosition } from "./place-labels";

const ROOM = { from: 100, to: 300 };

it("stands at the right where there is room, else at the left", () => {
  expect(labelPosition(150, ROOM, 20, 80, [])).toEqual({
    side: 1,
    words: { from: 170, to: 250 },
    isAbove: false,
  });
  expect(labelPosition(280, ROOM, 20, 80, [])).toEqual({
    side: -1,
    words: { from: 180, to: 260 },
    isAbove: false,
  });
});

it("stands above its arrow where neither side has room, or other words are", () => {
  const narrow = { from: 0, to: 120 };
  expect(labelPosition(50, narrow, 20, 85, [])).toMatchObject({
    side: 1,
    words: { from: 35, to: 120 },
    isAbove: true,
  });
  expect(labelPosition(280, ROOM, 20, 80, [{ from: 170, to: 200 }]).isAbove).toBe(true);
});

it("is never cut by an edge that leaves room for it", () => {
  const whole = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(whole, whole, fc.integer({ min: 0, max: 40 }), whole, (tip, from, arrow, width) => {
      const room = { from, to: from + width + 10 };
      const at = Math.max(room.from, Math.min(tip, room.to));
      const { words } = labelPosition(at, room, arrow, width, []);
      expect(words.from).toBeGreaterThanOrEqual(room.from);
      expect(words.to).toBeLessThanOrEqual(room.to);
    }),
  );
});
