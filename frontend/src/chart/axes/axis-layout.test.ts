import fc from "fast-check";
import { expect, it } from "vitest";
import type { AxisKind } from "../model/chart-line";
import { layOutAxes } from "./axis-layout";
import type { ChartAxes } from "./projection";
import { LINEAR } from "./scale";

/** As wide as most letters of the font; the ratio is in the font's size. */
const measure = (text: string, font: string) =>
  text.length * 0.6 * Number(/([\d.]+)px/.exec(font)?.[1]);
const linear = (from: number, to: number) => ({ scale: LINEAR, ends: [from, to] }) as const;
const axes: ChartAxes = { x: linear(0, 24_000), left: linear(-0.1, 3.3), right: null };

const layOut = (given: Partial<ChartAxes>, width = 340, ratio = 1, kind: AxisKind = "number") => {
  const box = { left: 0, top: 0, width: width * ratio, height: 200 * ratio, ratio };
  return layOutAxes({ ...axes, ...given }, kind, box, "sans", measure);
};

it("gives y axes one width, but for long texts, and the right axis its own", () => {
  const { area } = layOut({});
  expect(area).toEqual({ left: 56, top: 8, width: 272, height: 166, ratio: 1 });
  expect(layOut({ left: linear(-2.3e8, -1.4e8) }).area.left).toBe(56);
  expect(layOut({ left: linear(-1_123_456, -1_123_400) }).area.left).toBeGreaterThan(70);
  expect(layOut({ right: linear(0, 1) }).area.width).toBe(340 - 2 * 56);
});

it("covers whole device pixels at every ratio, and is as large as its box allows", () => {
  const ratios = fc.constantFrom(1, 1.1, 1.25, 1.5, 1.75, 2, 3);
  fc.assert(
    fc.property(ratios, fc.integer({ min: 40, max: 1600 }), (ratio, width) => {
      const { area } = layOut({ right: linear(0, 1) }, width, ratio);
      for (const side of [area.left, area.top, area.width, area.height]) {
        expect(Number.isInteger(side) && side > 0).toBe(true);
      }
    }),
  );
});

it("keeps texts inside the box and apart, and ticks on the plot", () => {
  const kinds = fc.constantFrom<AxisKind>("number", "duration", "moment");
  const spans = fc.double({ min: 0.5, max: 8, noNaN: true }).map((power) => 10 ** power);
  const widths = fc.integer({ min: 180, max: 1600 });
  fc.assert(
    fc.property(kinds, spans, widths, (kind, span, width) => {
      const low = kind === "moment" ? 1.7e9 : 1_199_800;
      const { x, left, area } = layOut({ x: linear(low, low + span) }, width, 1, kind);
      const ends = x
        .filter(({ text }) => text !== "")
        .map(({ text, textAt }) => [textAt - text.length * 3.3, textAt + text.length * 3.3]);
      for (const [nth, [start = 0, end = 0]] of ends.entries()) {
        expect(start).toBeGreaterThanOrEqual(-1e-6);
        expect(end).toBeLessThanOrEqual(width + 1e-6);
        if (nth > 0) expect(start).toBeGreaterThanOrEqual((ends[nth - 1]?.[1] ?? 0) + 7.9);
      }
      for (const { at } of x) expect(at >= area.left && at <= area.left + area.width).toBe(true);
      for (const { at } of left) expect(at >= area.top && at <= area.top + area.height).toBe(true);
    }),
  );
});

it("has more ticks where their texts are short", () => {
  const textsOf = (high: number, width: number) =>
    layOut({ x: linear(0, high) }, width).x.map(({ text }) => text);
  expect(textsOf(399, 340)).toEqual(["0", "100", "200", "300"]);
  expect(textsOf(399, 240)).toEqual(["0", "100", "200", "300"]);
  expect(textsOf(1_234_567, 340)).toEqual(["0", "500K", "1M"]);
  expect(layOut({ x: linear(1_199_800, 1_200_199) }).x.map(({ text }) => text)).toEqual([
    "1,199,800",
    "1,200,000",
  ]);
});
