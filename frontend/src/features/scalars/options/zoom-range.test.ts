import fc from "fast-check";
import { expect, it } from "vitest";
import { parseRange, printRange } from "./zoom-range";

it.each([
  ["100:2500", [100, 2500]],
  ["-1.5:2e3", [-1.5, 2000]],
  ["5:5", null],
  ["9:1", null],
  ["", null],
  ["1:", null],
  ["a:b", null],
  ["1:2:3", null],
  ["Infinity:2", null],
])("reads %j", (text, range) => {
  expect(parseRange(text)).toEqual(range);
});

it("comes back from the address as good as it was", () => {
  const end = fc.double({ min: -1e10, max: 1e10, noNaN: true });
  fc.assert(
    fc.property(end, fc.double({ min: 1e-3, max: 1e10, noNaN: true }), (from, width) => {
      const range = parseRange(printRange([from, from + width]));
      expect(Math.abs((range?.[0] ?? Number.NaN) - from)).toBeLessThanOrEqual(width * 1e-5);
      expect(Math.abs((range?.[1] ?? Number.NaN) - (from + width))).toBeLessThanOrEqual(
        width * 1e-5,
      );
    }),
  );
});
