import fc from "fast-check";
import { expect, test } from "vitest";
import { type Lens, panned, WHOLE, zoomed } from "./lens";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const factor = fc.double({ min: 0.1, max: 10, noNaN: true });
const moves = fc.array(fc.tuple(factor, share, share), { maxLength: 12 });

function afterMoves(all: [number, number, number][]): Lens {
  return all.reduce((lens, [by, x, y]) => panned(zoomed(lens, by, x, y), x - 0.5, y - 0.5), WHOLE);
}

test("the picture always fills its tile", () => {
  fc.assert(
    fc.property(moves, (all) => {
      const { scale, x, y } = afterMoves(all);
      expect(scale).toBeGreaterThanOrEqual(1);
      for (const place of [x, y]) {
        expect(place).toBeLessThanOrEqual(0);
        expect(place + scale).toBeGreaterThanOrEqual(1 - 1e-9);
      }
    }),
  );
});

test("what is under the pointer stays there while going closer", () => {
  fc.assert(
    fc.property(
      moves,
      share,
      share,
      fc.double({ min: 1, max: 3, noNaN: true }),
      (all, px, py, by) => {
        const before = afterMoves(all);
        const after = zoomed(before, by, px, py);
        expect((px - after.x) / after.scale).toBeCloseTo((px - before.x) / before.scale, 6);
        expect((py - after.y) / after.scale).toBeCloseTo((py - before.y) / before.scale, 6);
      },
    ),
  );
});

test("all the way back is the whole picture", () => {
  expect(zoomed(zoomed(WHOLE, 8, 0.3, 0.7), 1 / 8, 0.9, 0.1)).toEqual(WHOLE);
});
