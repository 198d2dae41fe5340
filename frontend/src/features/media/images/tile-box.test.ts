import fc from "fast-check";
import { expect, it } from "vitest";
import { boxStyle, fittedScale, square, tileBox } from "./tile-box";

const side = fc.integer({ min: 1, max: 10_000 });
const size = fc.integer({ min: 16, max: 1000 });

it("is as high as the square or nearly as large, in proportions up to four to one", () => {
  fc.assert(
    fc.property(side, side, size, (width, height, size) => {
      const box = tileBox({ width, height }, size);
      if (width < height) expect(box.height).toBe(size);
      else if (width <= 2 * height) expect(box.width * box.height).toBeCloseTo(size * size, 3);
      expect(box.width).toBeLessThanOrEqual(1.5 * size);
      const aspect = Math.min(4, Math.max(0.25, width / height));
      expect(box.width / box.height).toBeCloseTo(aspect, 6);
    }),
  );
});

it("is filled by a picture that is not longer than four to one", () => {
  const box = tileBox({ width: 256, height: 64 }, 100);
  expect(box).toEqual({ width: 150, height: 37.5 });
  expect(fittedScale({ width: 256, height: 64 }, box)).toBe(150 / 256);
  expect(fittedScale({ width: 64, height: 256 }, square(100))).toBe(100 / 256);
});

it("has room for a word where there are no pixels", () => {
  expect(tileBox({ width: 0, height: 10 }, 100)).toEqual({ width: 100, height: 100 });
});

it("is given by its width and its proportions, so that less room changes both sides", () => {
  const style = boxStyle({ width: 200, height: 50 });
  expect(style).toEqual({ width: "200px", aspectRatio: "200 / 50" });
});
