import { describe, expect, it } from "vitest";
import type { ChartLine } from "../../../chart/model/chart-line";
import { plainLine } from "../../../chart/model/plain-line";
import type { Order } from "../options/tab-options";
import {
  cursorOn,
  inOrder,
  lastReadings,
  nearestReading,
  type Reading,
  readingsAt,
} from "./tooltip-values";

const line = (key: string, x: number[], y: number[], faint: number[] | null = null): ChartLine =>
  plainLine({
    key,
    colour: "#000",
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    faint: faint && Float64Array.from(faint),
  });

const LINES = [
  line("low", [0, 10, 20], [1, 1.2, 1.4], [1, 2, 3]),
  line("high", [0, 10, 20], [5, 6, 7]),
  line("short", [0, 4], [5.9, 6]),
  line("empty", [], []),
];

const keyOf = ({ line: { key } }: Reading) => key;
const ordered = (
  lines: readonly ChartLine[],
  order: Order,
  at: { x: number; y: number | null; log?: boolean },
) => inOrder(readingsAt(lines, at.x), order, { log: false, ...at }, keyOf).map(keyOf);

describe("the nearest order", () => {
  it("puts the line nearest to the cursor first and those that do not reach it last", () => {
    expect(ordered(LINES, "nearest", { x: 11, y: 5.8 })).toEqual(["high", "low", "short"]);
    expect(ordered(LINES, "nearest", { x: 11, y: 1 })).toEqual(["low", "high", "short"]);
    expect(ordered(LINES, "nearest", { x: 3, y: 5.8 })).toEqual(["short", "high", "low"]);
  });

  it("keeps the order of the lines when the cursor is on another card", () => {
    expect(ordered(LINES, "nearest", { x: 11, y: null })).toEqual(["low", "high", "short"]);
  });

  it("measures nearness as the axis shows it", () => {
    const lines = [line("tenth", [0], [0.1]), line("three", [0], [3])];
    expect(ordered(lines, "nearest", { x: 0, y: 1 })).toEqual(["tenth", "three"]);
    expect(ordered(lines, "nearest", { x: 0, y: 1, log: true })).toEqual(["three", "tenth"]);
  });

  it("puts a NaN behind every number", () => {
    const lines = [line("broken", [0], [Number.NaN]), line("far", [0], [1e9])];
    expect(ordered(lines, "nearest", { x: 0, y: 0 })).toEqual(["far", "broken"]);
  });
});

it("lists lines by name or by value, with what has no value there last", () => {
  const lines = [line("b10", [0], [2]), line("b9", [0], [3]), line("a", [0], [Number.NaN])];
  const at = { x: 0, y: 0 };
  expect(ordered(lines, "default", at)).toEqual(["b10", "b9", "a"]);
  expect(ordered(lines, "alphabetical", at)).toEqual(["a", "b9", "b10"]);
  expect(ordered(lines, "ascending", at)).toEqual(["b10", "b9", "a"]);
  expect(ordered(lines, "descending", at)).toEqual(["b9", "b10", "a"]);
});

it("knows the line that the cursor is on, in whatever order they are listed", () => {
  expect(nearestReading(readingsAt(LINES, 11), 5.8, false)?.line.key).toBe("high");
  expect(nearestReading(readingsAt([LINES[2] as ChartLine], 11), 5.8, false)).toBeNull();
});

it("reads what is drawn and what was logged", () => {
  const [reading] = readingsAt(LINES, 12);
  expect(reading).toMatchObject({ x: 10, shown: 1.2, logged: 2, beyond: false });
});

it("reads the last values while the cursor is elsewhere", () => {
  expect(lastReadings(LINES).map(({ line, x, logged }) => [line.key, x, logged])).toEqual([
    ["low", 20, 3],
    ["high", 20, 7],
    ["short", 4, 6],
  ]);
});

it("has the cursor's height only on its own card, and no cursor of another axis", () => {
  const cursor = { card: "loss", axis: "step", x: 3, y: 4 } as const;
  expect(cursorOn({ card: "loss", axis: "step" }, cursor)).toEqual({ x: 3, y: 4 });
  expect(cursorOn({ card: "lr", axis: "step" }, cursor)).toEqual({ x: 3, y: null });
  expect(cursorOn({ card: "lr", axis: "step" }, null)).toBeNull();
  expect(cursorOn({ card: "lr", axis: "wall_time" }, cursor)).toBeNull();
});
