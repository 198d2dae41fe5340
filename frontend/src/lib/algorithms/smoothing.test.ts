import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Smoothing, type SmoothingKind, smooth, smoothOnce } from "./smoothing";

const of = (...values: number[]) => Float64Array.from(values);
const even = (values: Float64Array) => values.map((_, at) => at);
const ema = (values: Float64Array, amount: number) =>
  smooth(even(values), values, { kind: "ema", amount });

const KINDS: readonly SmoothingKind[] = ["ema", "time", "gauss", "mean", "median"];
const smoothings: fc.Arbitrary<Smoothing> = fc.oneof(
  fc.record({
    kind: fc.constantFrom<SmoothingKind>("ema", "time"),
    amount: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  fc.record({
    kind: fc.constantFrom<SmoothingKind>("gauss", "mean", "median"),
    amount: fc.integer({ min: 1, max: 40 }),
  }),
);
const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
const columns = fc.array(finite, { minLength: 1, maxLength: 60 });

describe("every kind of smoothing", () => {
  it("stays between the least and the greatest value", () => {
    fc.assert(
      fc.property(columns, smoothings, (column, smoothing) => {
        const values = Float64Array.from(column);
        const low = Math.min(...column);
        const high = Math.max(...column);
        const slack = 1e-6 * Math.max(1, Math.abs(low), Math.abs(high));
        for (const value of smooth(even(values), values, smoothing)) {
          expect(value).toBeGreaterThanOrEqual(low - slack);
          expect(value).toBeLessThanOrEqual(high + slack);
        }
      }),
    );
  });

  it("gives a constant series back as it is, to the last bit", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), smoothings, (value, smoothing) => {
        const values = of(value, value, value, value);
        expect(smooth(even(values), values, smoothing)).toEqual(values);
      }),
    );
  });

  it("goes over values that are not finite as if they were not there", () => {
    const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    const mixed = fc.array(fc.oneof({ weight: 4, arbitrary: finite }, odd), { minLength: 1 });
    fc.assert(
      fc.property(mixed, smoothings, (column, smoothing) => {
        const values = Float64Array.from(column);
        const known = values.filter(Number.isFinite);
        const x = even(values);
        const smoothed = smooth(x, values, smoothing);
        const places = x.filter((at) => Number.isFinite(values[at]));
        expect(smoothed.filter(Number.isFinite)).toEqual(smooth(places, known, smoothing));
        values.forEach((value, at) => {
          if (!Number.isFinite(value)) expect(smoothed[at]).toBe(value);
        });
      }),
    );
  });

  it.each(KINDS)("leaves a series as it is of which no value is finite: %s", (kind) => {
    const values = of(Number.NaN, Number.POSITIVE_INFINITY);
    expect(smooth(of(0, 1), values, { kind, amount: kind === "ema" ? 0.6 : 9 })).toEqual(values);
  });

  it.each(KINDS)("leaves a series of one or two values nearly as it is: %s", (kind) => {
    const amount = kind === "ema" || kind === "time" ? 0.6 : 9;
    expect([...smooth(of(3), of(7), { kind, amount })]).toEqual([7]);
    const [first, second] = smooth(of(0, 1), of(1, 2), { kind, amount });
    expect(first).toBe(1);
    expect(second).toBeGreaterThan(1.5);
  });

  it("changes nothing with an amount of nothing", () => {
    for (const kind of KINDS) {
      expect([...smooth(of(0, 1, 2), of(3, 1, 2), { kind, amount: 0 })]).toEqual([3, 1, 2]);
    }
  });
});

describe("the exponential average", () => {
  it("averages what came before, without a bias towards zero", () => {
    // By hand, with weight 0.5: (1), (0.5·1 + 1·2)/1.5, (0.25·1 + 0.5·2 + 1·4)/1.75.
    const [first, second, third] = ema(of(1, 2, 4), 0.5);
    expect(first).toBe(1);
    expect(second).toBeCloseTo(2.5 / 1.5, 12);
    expect(third).toBeCloseTo(5.25 / 1.75, 12);
  });

  it("is the time-weighted one where points lie evenly, wherever and however far apart", () => {
    const places = [fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 9 })] as const;
    fc.assert(
      fc.property(
        columns,
        ...places,
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (column, from, gap, amount) => {
          const values = Float64Array.from(column);
          const x = values.map((_, at) => from + gap * at);
          const timed = smooth(x, values, { kind: "time", amount });
          ema(values, amount).forEach((value, at) => {
            expect(timed[at]).toBeCloseTo(value, 4);
          });
        },
      ),
    );
  });

  it("forgets, when weighted by time, what lies far back", () => {
    const [, , , after] = smooth(of(0, 1, 2, 1000), of(5, 5, 5, 1), { kind: "time", amount: 0.9 });
    expect(after).toBeCloseTo(1, 6);
  });
});

describe("windows", () => {
  const naive = (values: Float64Array, reach: number, of: (window: Float64Array) => number) =>
    values.map((_, at) => of(values.slice(Math.max(0, at - reach), at + reach + 1)));
  const middleOf = (window: Float64Array): number => {
    const sorted = window.toSorted();
    const upper = sorted[sorted.length >> 1] as number;
    return sorted.length % 2 === 1
      ? upper
      : ((sorted[(sorted.length >> 1) - 1] as number) + upper) / 2;
  };

  it("have the median of each window, as sorting it has", () => {
    const long = fc.array(finite, { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(long, fc.integer({ min: 1, max: 9 }), (column, reach) => {
        const values = Float64Array.from(column);
        const found = smooth(even(values), values, { kind: "median", amount: 2 * reach + 1 });
        expect(found).toEqual(naive(values, reach, middleOf));
      }),
    );
  });

  it("remove a lone spike by the median, and spread it by the mean and the bell curve", () => {
    const values = Float64Array.from({ length: 21 }, (_, at) => (at === 10 ? 1 : 0));
    const at = (kind: SmoothingKind, amount: number) =>
      smooth(even(values), values, { kind, amount });
    expect(Math.max(...at("median", 3))).toBe(0);
    expect([...at("mean", 3).subarray(8, 13)]).toEqual([0, 1 / 3, 1 / 3, 1 / 3, 0]);
    const bell = at("gauss", 1);
    expect(bell[9]).toBeCloseTo(bell[11] as number, 12);
    expect(bell[10]).toBeGreaterThan(bell[9] as number);
    expect(bell.reduce((sum, value) => sum + value)).toBeCloseTo(1, 2);
  });
});

describe("smoothing once", () => {
  const values = of(1, 5, 2, 8);

  it("gives what it gave as long as nothing that counts changes", () => {
    const smoothing: Smoothing = { kind: "ema", amount: 0.5 };
    const first = smoothOnce(of(0, 1, 2, 3), values, smoothing);
    expect(first).toEqual(smooth(of(0, 1, 2, 3), values, smoothing));
    expect(smoothOnce(of(0, 10, 20, 90), values, { ...smoothing })).toBe(first);
  });

  it("smooths anew by another amount, in another way, and by time over another axis", () => {
    const smoothings: Smoothing[] = [
      { kind: "ema", amount: 0.5 },
      { kind: "ema", amount: 0.9 },
      { kind: "time", amount: 0.9 },
    ];
    for (const x of [of(0, 1, 2, 3), of(0, 10, 20, 90)]) {
      for (const smoothing of smoothings) {
        expect(smoothOnce(x, values, smoothing)).toEqual(smooth(x, values, smoothing));
      }
    }
  });
});
