import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smooth } from "./smoothing";

const of = (...values: number[]) => Float64Array.from(values);

describe("smooth", () => {
  it("averages what came before, without a bias towards zero", () => {
    // By hand, with weight 0.5: (1), (0.5·1 + 1·2)/1.5, (0.25·1 + 0.5·2 + 1·4)/1.75.
    const [first, second, third] = smooth(of(1, 2, 4), 0.5);
    expect(first).toBe(1);
    expect(second).toBeCloseTo(2.5 / 1.5, 12);
    expect(third).toBeCloseTo(5.25 / 1.75, 12);
  });

  it("changes nothing with weight 0", () => {
    expect([...smooth(of(3, 1, 2), 0)]).toEqual([3, 1, 2]);
  });

  it("gives a constant series back as it is, to the last bit", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        fc.double({ min: 0, max: 0.999 }),
        (value, weight) => {
          expect([...smooth(of(value, value, value, value), weight)]).toEqual([
            value,
            value,
            value,
            value,
          ]);
        },
      ),
    );
  });

  it("passes values that are not finite through and goes on behind them as if they were not there", () => {
    const broken = smooth(of(1, Number.NaN, 2, Number.POSITIVE_INFINITY, 4), 0.5);
    const whole = smooth(of(1, 2, 4), 0.5);
    expect([...broken]).toEqual([
      whole[0],
      Number.NaN,
      whole[1],
      Number.POSITIVE_INFINITY,
      whole[2],
    ]);
  });

  it("stays between the least and the greatest value", () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 0.999, noNaN: true }), (column, weight) => {
        const low = Math.min(...column);
        const high = Math.max(...column);
        const slack = 1e-6 * Math.max(1, Math.abs(low), Math.abs(high));
        for (const value of smooth(Float64Array.from(column), weight)) {
          expect(value).toBeGreaterThanOrEqual(low - slack);
          expect(value).toBeLessThanOrEqual(high + slack);
        }
      }),
    );
  });
});
