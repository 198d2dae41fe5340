import fc from "fast-check";
import { expect, it } from "vitest";
import { LINEAR, LOG } from "../../../chart/axes/scale";
import { tonesOf } from "./tones";

const LINEAR_AXES = { xScale: LINEAR, yScale: LINEAR };
const LINE = { x: [0, 10, 20], y: [1, 2, 4] };

it("goes up two octaves from the lowest value to the highest", () => {
  const axes = { ...LINEAR_AXES, x: [0, 20], y: [1, 4] } as const;
  const tones = tonesOf(LINE, axes, 3);
  expect(tones[0]).toBeCloseTo(220);
  expect(tones[1]).toBeCloseTo(220 * 2 ** (2 / 3), 3);
  expect(tones[2]).toBeCloseTo(880);
  expect(tonesOf(LINE, { ...axes, yScale: LOG }, 3)[1]).toBeCloseTo(440, 3);
});

it("spreads time along a logarithmic x axis", () => {
  const line = { x: [1, 10, 100], y: [0, 1, 0] };
  const tones = tonesOf(line, { x: [1, 100], y: [0, 1], xScale: LOG, yScale: LINEAR }, 3);
  expect(tones[1]).toBeCloseTo(880, 0);
});

it("is silent where the line has no value", () => {
  const gap = { x: [5, 10, 15], y: [1, Number.NaN, 3] };
  const tones = tonesOf(gap, { ...LINEAR_AXES, x: [0, 20], y: [1, 3] }, 5);
  expect([...tones].map(Number.isNaN)).toEqual([true, false, true, false, true]);
  const rising = { x: [0, 1], y: [0, 1] };
  const below = tonesOf(rising, { x: [0, 1], y: [0.1, 1], xScale: LINEAR, yScale: LOG }, 2);
  expect([...below].map(Number.isNaN)).toEqual([true, false]);
});

it("rises and falls with the line, between both ends", () => {
  const values = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), {
    minLength: 2,
    maxLength: 20,
  });
  fc.assert(
    fc.property(values, (y) => {
      const x = y.map((_, at) => at);
      const axes = { ...LINEAR_AXES, x: [0, y.length - 1], y: [-40, 40] } as const;
      const tones = tonesOf({ x, y }, axes, y.length);
      for (let at = 0; at < y.length; at += 1) {
        expect(tones[at]).toBeGreaterThanOrEqual(219.9);
        expect(tones[at]).toBeLessThanOrEqual(880.1);
        const [here, next] = [y[at] as number, y[at + 1] ?? (y[at] as number)];
        if (next > here) expect(tones[at + 1]).toBeGreaterThanOrEqual(tones[at] as number);
      }
    }),
  );
});

it("has one pitch for a line without extent", () => {
  const flat = { x: [0, 1], y: [3, 3] };
  expect([...tonesOf(flat, { ...LINEAR_AXES, x: [0, 1], y: [3, 3] }, 2)]).toEqual([440, 440]);
  const none = { x: [], y: [] };
  expect(tonesOf(none, { ...LINEAR_AXES, x: [0, 1], y: [0, 1] }, 1)[0]).toBeNaN();
});
