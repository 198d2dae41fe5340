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
      expect(Math.abs((range?.[0] ?? Number.NaN) - from)).toBeLessThanOrEqual(width * 1e-4);
      expect(Math.abs((range?.[1] ?? Number.NaN) - (from + width))).toBeLessThanOrEqual(
        width * 1e-4,
      );
    }),
  );
});

it.each([
  [[221.176470588, 238.419117647], "221.176:238.419"],
  [[123_456.789, 987_654.321], "123457:987654"],
  [[1_700_000_123.456, 1_700_003_723.5], "1700000123.5:1700003723.5"],
  [[0.000123456, 0.000987654], "0.00012346:0.00098765"],
] as const)("writes %j in few digits", (range, text) => {
  expect(printRange(range)).toBe(text);
});
