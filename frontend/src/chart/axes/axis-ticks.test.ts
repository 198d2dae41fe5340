import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Range } from "../model/chart-line";
import { axisTicks, type TickKind } from "./axis-ticks";
import type { AxisScale } from "./projection";
import { LINEAR, LOG, placed, symlog } from "./scale";

const linear = (low: number, high: number): AxisScale => ({ scale: LINEAR, ends: [low, high] });
const texts = (axis: AxisScale, kind: TickKind, length: number) =>
  axisTicks(axis, kind, length).map(({ text }) => text);
const moment = (...local: [number, number, number, number?, number?, number?]) =>
  new Date(...(local as [number, number, number])).getTime() / 1000;

describe("ticks of any axis", () => {
  /** How long an axis is, and how far its values reach, by what it shows. */
  const lengths = fc.integer({ min: 180, max: 2000 });
  const spans: Record<TickKind, fc.Arbitrary<Range>> = {
    value: fc
      .tuple(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: -8, max: 9, noNaN: true }),
      )
      .map(([low, power]) => [low, low + 10 ** power] as const),
    number: fc
      .tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 2, max: 1e9 }))
      .map(([low, span]) => [low, low + span] as const),
    duration: fc
      .tuple(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.double({ min: -2, max: 8, noNaN: true }),
      )
      .map(([low, power]) => [low, low + 10 ** power] as const),
    moment: fc
      .tuple(
        fc.double({ min: 1e9, max: 2e9, noNaN: true }),
        fc.double({ min: -1, max: 9, noNaN: true }),
      )
      .map(([low, power]) => [low, low + 10 ** power] as const),
  };

  it.each(["value", "number", "duration", "moment"] as const)(
    "of kind %s rise, lie within its ends, and are neither alone nor crowded",
    (kind) => {
      fc.assert(
        fc.property(spans[kind], lengths, ([low, high], length) => {
          const ticks = axisTicks(linear(low, high), kind, length);
          const places = ticks.map(({ at }) => at);
          const slack = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
          for (const at of places) expect(at >= low - slack && at <= high + slack).toBe(true);
          for (const [nth, at] of places.slice(1).entries()) {
            expect(at).toBeGreaterThan(places[nth] as number);
          }
          expect(ticks.length).toBeGreaterThanOrEqual(2);
          expect(ticks.length).toBeLessThanOrEqual(length / 32 + 1);
          expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
        }),
      );
    },
  );

  it("of a logarithmic axis rise within its ends", () => {
    const scales = fc.constantFrom(LOG, symlog(0.01));
    const low = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    const decades = fc.double({ min: 0.1, max: 12, noNaN: true });
    fc.assert(
      fc.property(scales, low, decades, lengths, (scale, from, power, length) => {
        const to = from * 10 ** power;
        const ticks = axisTicks({ scale, ends: placed(scale, [from, to]) }, "value", length);
        const places = ticks.map(({ at }) => at);
        expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
        for (const at of places) expect(at >= from * 0.999 && at <= to * 1.001).toBe(true);
      }),
    );
  });
});

it("counts steps in whole numbers, however near one looks", () => {
  expect(texts(linear(9990, 10_010), "number", 270)).toEqual(["9,990", "10,000", "10,010"]);
  expect(texts(linear(3.5, 4.5), "number", 270)).toEqual(["4"]);
});

it("divides durations into minutes, hours and days", () => {
  expect(texts(linear(0, 2400), "duration", 270)).toEqual(["0 s", "15 min", "30 min"]);
  expect(texts(linear(0, 460_000), "duration", 270)).toEqual(["0 s", "2 d", "4 d"]);
});

describe("ticks of moments", () => {
  it("begin days at midnight of the viewer, with the day in place of the hour", () => {
    const ticks = axisTicks(
      linear(moment(2026, 10, 21, 20), moment(2026, 10, 22, 9)),
      "moment",
      500,
    );
    expect(ticks.map(({ text }) => text)).toEqual(["21:00", "22 Nov", "03:00", "06:00", "09:00"]);
    expect(ticks.map(({ isDay }) => isDay)).toEqual([false, true, false, false, false]);
  });

  it("fall on midnights on both sides of summer time", () => {
    const days = axisTicks(linear(moment(2026, 2, 27), moment(2026, 3, 1)), "moment", 520);
    expect(days.map(({ at }) => new Date(at * 1000).getHours())).toEqual([0, 0, 0, 0, 0, 0]);
    expect(days.at(-1)?.at).toBe(moment(2026, 3, 1));
  });

  it("leave out the hour that summer time does, and have the repeated one twice", () => {
    const spring = texts(linear(moment(2026, 2, 29, 0), moment(2026, 2, 29, 5)), "moment", 530);
    expect(spring).toEqual(["29 Mar", "01:00", "03:00", "04:00", "05:00"]);
    const from = moment(2026, 9, 25, 1, 45);
    const autumn = texts(linear(from, from + 2 * 3600), "moment", 400);
    expect(autumn).toEqual(["02:00", "02:30", "02:00", "02:30", "03:00", "03:30"].slice(0, 4));
  });

  it("begin weeks on Mondays, and months and years on their first days", () => {
    const weeks = axisTicks(linear(moment(2026, 10, 1), moment(2026, 10, 30)), "moment", 500);
    expect(weeks.map(({ at }) => new Date(at * 1000).getDay())).toEqual([1, 1, 1, 1, 1]);
    const months = axisTicks(linear(moment(2026, 0, 15), moment(2026, 5, 15)), "moment", 500);
    expect(months.map(({ at }) => new Date(at * 1000).getDate())).toEqual([1, 1, 1, 1, 1]);
    const years = texts(linear(moment(1999, 5, 1), moment(2021, 5, 1)), "moment", 500);
    expect(years).toEqual(["1 Jan 2000", "1 Jan 2005", "1 Jan 2010", "1 Jan 2015", "1 Jan 2020"]);
  });

  it("stay where they are when the chart moves", () => {
    const span = fc.double({ min: 60, max: 1e8, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1e9, max: 2e9 }), span, (low, width) => {
        const before = axisTicks(linear(low, low + width), "moment", 600).map(({ at }) => at);
        const moved = low + width / 3;
        const after = axisTicks(linear(moved, moved + width), "moment", 600).map(({ at }) => at);
        const shared = before.filter((at) => at >= moved);
        expect(after.slice(0, shared.length)).toEqual(shared);
      }),
    );
  });

  it("tell parts of a second", () => {
    const from = moment(2026, 10, 21, 12, 30, 5);
    expect(texts(linear(from, from + 0.5), "moment", 300)).toEqual([
      "12:30:05.0",
      "12:30:05.2",
      "12:30:05.4",
    ]);
  });
});
