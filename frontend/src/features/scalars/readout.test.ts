import { describe, expect, it } from "vitest";
import type { ChartLine } from "../../chart/chart-line";
import { cursorOn, lastReadings, readingsAt } from "./readout";

const line = (key: string, x: number[], y: number[], faint: number[] | null = null): ChartLine => ({
  key,
  colour: "#000",
  dash: 0,
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  faint: faint && Float64Array.from(faint),
  band: null,
  nonFinite: null,
});

const LINES = [
  line("low", [0, 10, 20], [1, 1.2, 1.4], [1, 2, 3]),
  line("high", [0, 10, 20], [5, 6, 7]),
  line("short", [0, 4], [5.9, 6]),
  line("empty", [], []),
];

const runs = (readings: readonly { run: string }[]) => readings.map(({ run }) => run);

describe("readingsAt", () => {
  it("puts the line nearest to the cursor first and those that do not reach it last", () => {
    expect(runs(readingsAt(LINES, { x: 11, y: 5.8 }, false))).toEqual(["high", "low", "short"]);
    expect(runs(readingsAt(LINES, { x: 11, y: 1 }, false))).toEqual(["low", "high", "short"]);
    expect(runs(readingsAt(LINES, { x: 3, y: 5.8 }, false))).toEqual(["short", "high", "low"]);
  });

  it("keeps the order of the lines when the cursor is on another card", () => {
    expect(runs(readingsAt(LINES, { x: 11, y: null }, false))).toEqual(["low", "high", "short"]);
  });

  it("measures nearness as the axis shows it", () => {
    const lines = [line("tenth", [0], [0.1]), line("three", [0], [3])];
    expect(runs(readingsAt(lines, { x: 0, y: 1 }, false))).toEqual(["tenth", "three"]);
    expect(runs(readingsAt(lines, { x: 0, y: 1 }, true))).toEqual(["three", "tenth"]);
  });

  it("puts a NaN behind every number", () => {
    const lines = [line("broken", [0], [Number.NaN]), line("far", [0], [1e9])];
    expect(runs(readingsAt(lines, { x: 0, y: 0 }, false))).toEqual(["far", "broken"]);
  });

  it("reads what is drawn and what was logged", () => {
    const [reading] = readingsAt(LINES, { x: 12, y: 1 }, false);
    expect(reading).toMatchObject({ run: "low", x: 10, shown: 1.2, logged: 2, beyond: false });
  });
});

it("reads the last values while the cursor is elsewhere", () => {
  expect(lastReadings(LINES).map(({ run, x, logged }) => [run, x, logged])).toEqual([
    ["low", 20, 3],
    ["high", 20, 7],
    ["short", 4, 6],
  ]);
});

it("has the cursor's height only on its own card", () => {
  const cursor = { tag: "loss", axis: "step", x: 3, y: 4 } as const;
  expect(cursorOn({ tag: "loss", axis: "step" }, cursor)).toEqual({ x: 3, y: 4 });
  expect(cursorOn({ tag: "lr", axis: "step" }, cursor)).toEqual({ x: 3, y: null });
  expect(cursorOn({ tag: "lr", axis: "step" }, null)).toBeNull();
});

it("has no cursor of another axis", () => {
  const cursor = { tag: "loss", axis: "wall_time", x: 3, y: 4 } as const;
  expect(cursorOn({ tag: "lr", axis: "step" }, cursor)).toBeNull();
});
