import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LINEAR, LOG, logScaleFor, symlog } from "./scale";

const size = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
const signed = fc.oneof(
  size,
  size.map((value) => -value),
  fc.constant(0),
);
const around = fc.integer({ min: -6, max: 6 }).map((power) => 10 ** power);

it("comes back from its places to its values, in their order", () => {
  fc.assert(
    fc.property(signed, signed, around, (one, other, around) => {
      const scale = symlog(around);
      expect(Math.abs(scale.value(scale.place(one)) - one)).toBeLessThanOrEqual(
        1e-9 * (Math.abs(one) + around),
      );
      if (one < other) expect(scale.place(one)).toBeLessThanOrEqual(scale.place(other));
      expect(scale.place(-one)).toBeCloseTo(-scale.place(one), 12);
    }),
  );
});

describe("the logarithmic scale for values", () => {
  it("is a plain one where all are positive, whatever is not finite", () => {
    expect(logScaleFor([Float64Array.of(1e-9, 2, Number.NaN)])).toBe(LOG);
    expect(logScaleFor([])).toBe(LOG);
  });

  it("is a symmetric one where some are not, which places every value", () => {
    fc.assert(
      fc.property(fc.array(signed, { minLength: 1 }), (values) => {
        const scale = logScaleFor([Float64Array.from([...values, 0])]);
        expect(scale.kind).toBe("symlog");
        expect(values.map(scale.place).every(Number.isFinite)).toBe(true);
        expect(scale.place(0)).toBe(0);
      }),
    );
  });

  it("keeps apart what is small beside a run that diverged", () => {
    const diverged = Float64Array.of(0, 1e13, 3e19);
    const decaying = Float64Array.from({ length: 60 }, (_, at) => 10 ** (-at / 30));
    const scale = logScaleFor([diverged, decaying]);
    expect(scale.place(1) - scale.place(0.1)).toBeGreaterThan(0.9);
  });

  it("places what is hardly a number", () => {
    expect(logScaleFor([Float64Array.of(0, 5e-324)]).place(1)).toBeCloseTo(300, 3);
  });

  it("gives no room to the few values next to zero", () => {
    const values = Float64Array.from({ length: 100 }, (_, at) => (at === 50 ? 1e-12 : at - 50));
    expect(logScaleFor([values]).place(1)).toBeLessThan(6.1);
  });
});

it("has a few ticks inside every axis, in order", () => {
  const scales = fc.oneof(fc.constant(LINEAR), around.map(symlog));
  const check = (low: number, high: number, scale: typeof LINEAR) => {
    const places = scale.ticks(low, high, 8);
    expect(places.length).toBeGreaterThanOrEqual(1);
    expect(places.length).toBeLessThanOrEqual(14);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(new Set(places).size).toBe(places.length);
    const slack = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
    for (const place of places) expect(place >= low - slack && place <= high + slack).toBe(true);
  };
  fc.assert(
    fc.property(signed, size, scales, (low, span, scale) => {
      fc.pre(span > 1e-6 * Math.abs(low));
      check(low, low + span, scale);
    }),
  );
  fc.assert(
    fc.property(
      fc.double({ min: 1e-30, max: 1e10, noNaN: true }),
      fc.double({ min: 1.01, max: 1e30, noNaN: true }),
      (low, factor) => check(low, low * factor, LOG),
    ),
  );
});

it("puts logarithmic ticks where readers expect them", () => {
  expect(LOG.ticks(0.01, 100, 8)).toEqual([0.01, 0.1, 1, 10, 100]);
  expect(LOG.ticks(0.9, 120, 8)).toEqual([1, 2, 5, 10, 20, 50, 100]);
  expect(LOG.ticks(0.31, 0.62, 8)).toEqual([0.4, 0.5, 0.6]);
  expect(symlog(1).ticks(-20, 200, 8)).toEqual([-10, -1, 0, 1, 10, 100]);
  expect(symlog(1e-4).ticks(-0.02, 200, 6)).toEqual([-0.001, 0, 0.001, 0.1, 10]);
});
