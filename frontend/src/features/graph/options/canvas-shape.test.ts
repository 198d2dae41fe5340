import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_CANVAS } from "../layout/request";
import { steppedShape } from "./canvas-shape";

const lengths = fc.integer({ min: 160, max: 6000 });

it("is near what the page has, and the same where that is nearly the same", () => {
  fc.assert(
    fc.property(lengths, lengths, (width, height) => {
      const shape = steppedShape({ width, height });
      expect(shape.width / width).toBeGreaterThan(0.9);
      expect(shape.width / width).toBeLessThan(1.11);
      expect(steppedShape(shape)).toEqual(shape);
    }),
  );
  expect(steppedShape({ width: 1062, height: 672 })).toEqual({ width: 1024, height: 724 });
});

it("is the default where the page has none", () => {
  expect(steppedShape({ width: 0, height: 0 })).toEqual(DEFAULT_CANVAS);
});
