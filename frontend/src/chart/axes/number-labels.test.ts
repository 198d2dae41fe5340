import fc from "fast-check";
import { expect, it } from "vitest";
import { numberTicks } from "./number-labels";

it.each([
  [0.025, [0.1, 0.125, 0.15, 0.175, 0.2], ["0.100", "0.125", "0.150", "0.175", "0.200"]],
  [2.5, [0, 2.5, 5], ["0", "2.5", "5.0"]],
  [2, [-2, 0, 2], ["−2", "0", "2"]],
  [500, [1000, 1500], ["1,000", "1,500"]],
  [10_000, [0, 10_000, 20_000], ["0", "10K", "20K"]],
  [20_000, [1_100_000, 1_120_000], ["1,100,000", "1,120,000"]],
  [1000, [5_003_000, 5_004_000], ["5,003,000", "5,004,000"]],
  [0.05, [0.1, 0.15000000000000002], ["0.10", "0.15"]],
  [2e-5, [0, 2e-5, 4e-5], ["0", "2e-5", "4e-5"]],
  [2.5e-5, [2.5e-5, 5e-5, 7.5e-5], ["2.5e-5", "5e-5", "7.5e-5"]],
  [2e-4, [2e-4, 4e-4], ["0.0002", "0.0004"]],
  [10, [9990, 10_000], ["9,990", "10,000"]],
])("writes ticks %d apart", (step, values, texts) => {
  expect(numberTicks(values, step)).toEqual(texts);
});

const LETTERS = new Map([
  ["K", 1e3],
  ["M", 1e6],
  ["B", 1e9],
  ["T", 1e12],
]);

function read(text: string): number {
  const plain = text.replace("−", "-").replaceAll(",", "");
  const letter = LETTERS.get(plain.slice(-1));
  return letter === undefined ? Number(plain) : Number(plain.slice(0, -1)) * letter;
}

it("tells neighbours apart and reads back as the places of the ticks", () => {
  const factor = fc.constantFrom(1, 2, 2.5, 5);
  const power = fc.integer({ min: -12, max: 14 });
  const first = fc.integer({ min: -20_000, max: 20_000 });
  fc.assert(
    fc.property(factor, power, first, (digits, exponent, from) => {
      const step = Number(`${digits}e${exponent}`);
      const values = Array.from({ length: 6 }, (_, at) => (from + at) * step);
      const texts = numberTicks(values, step);
      expect(new Set(texts).size).toBe(values.length);
      texts.forEach((text, at) => {
        expect(Math.abs(read(text) - (values[at] as number))).toBeLessThan(step / 100);
      });
    }),
  );
});
