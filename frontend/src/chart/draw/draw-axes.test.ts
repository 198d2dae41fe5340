import { expect, it } from "vitest";
import { SvgContext } from "../../lib/canvas/svg-context";
import { layOutAxes } from "../axes/axis-layout";
import type { ChartAxes } from "../axes/projection";
import { LINEAR } from "../axes/scale";
import type { AxisKind } from "../model/chart-line";
import { type AxisLook, paintAxes } from "./draw-axes";

const LOOK: AxisLook = { axisText: "#555", grid: "#ddd", day: "#999", border: null, family: "x" };
const measure = (text: string) => 6 * text.length;
const linear = (from: number, to: number) => ({ scale: LINEAR, ends: [from, to] }) as const;

function painted(axes: ChartAxes, kind: AxisKind = "number", ratio = 1, look = LOOK): string[] {
  const box = { left: 0, top: 0, width: 340 * ratio, height: 120 * ratio, ratio };
  const context = new SvgContext(measure);
  paintAxes(context, layOutAxes(axes, kind, box, look.family, measure), look);
  return context.markup.split("\n");
}

const axes: ChartAxes = { x: linear(0, 20), left: linear(0, 1), right: null };

it("draws a line of the grid for each tick, on whole pixels, and its text", () => {
  const [grid, ...texts] = painted(axes);
  expect(grid).toBe(
    '<path d="M56.5 8L56.5 94M124.5 8L124.5 94M192.5 8L192.5 94M260.5 8L260.5 94M328.5 8L328.5 94' +
      'M56 94.5L328 94.5M56 51.5L328 51.5M56 8.5L328 8.5" fill="none" stroke="#ddd" stroke-width="1"/>',
  );
  expect(texts.map((text) => />(.*)<\/text>/.exec(text)?.[1])).toEqual([
    ...["0", "5", "10", "15", "20"],
    ...["0", "0.5", "1.0"],
  ]);
});

it("draws lines of two pixels between pixels where a CSS pixel has two", () => {
  const [grid] = painted(axes, "number", 2);
  expect(grid).toMatch(/^<path d="M112 16L112 188M/);
  expect(grid).toContain('stroke-width="2"');
});

it("writes the texts of the right axis beside the plot, without lines of their own", () => {
  const [grid = "", ...texts] = painted({ ...axes, right: linear(0, 0.1) });
  expect(grid.match(/M56 /g)).toHaveLength(3);
  const right = texts.slice(-3);
  expect(right.every((text) => text.includes('x="290"'))).toBe(true);
  expect(right.at(-1)).toContain(">0.10</text>");
});

it("draws beginnings of days and borders in colours of their own", () => {
  const noon = new Date(2026, 10, 21, 12).getTime() / 1000;
  const days = painted({ ...axes, x: linear(noon, noon + 86_400) }, "moment");
  expect(days.filter((line) => line.includes("#999"))).toHaveLength(1);
  expect(painted(axes).some((line) => line.includes("#999"))).toBe(false);
  const bordered = painted(axes, "number", 1, { ...LOOK, border: "#111" });
  expect(bordered[1]).toBe(
    '<path d="M56.5 8L56.5 94.5L328 94.5" fill="none" stroke="#111" stroke-width="1"/>',
  );
});
