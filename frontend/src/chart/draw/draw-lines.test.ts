import { expect, it } from "vitest";
import { SvgContext } from "../../lib/canvas/svg-context";
import { LINEAR } from "../axes/scale";
import type { ChartLine } from "../model/chart-line";
import { plainLine } from "../model/plain-line";
import { paintLines } from "./draw-lines";

const AREA = { left: 0, top: 0, width: 100, height: 100, ratio: 1 };
const UNIT = { scale: LINEAR, ends: [0, 1] } as const;

/** The colours of the strokes, the last of which lies on top. */
function strokes(lines: readonly ChartLine[]): string[] {
  const context = new SvgContext((text) => 6 * text.length);
  paintLines(context, { lines, under: [] }, { x: UNIT, left: UNIT, right: null }, AREA);
  return [...context.markup.matchAll(/stroke="(#\w+)"/g)].map(([, colour]) => colour ?? "");
}

function line(colour: string, more: Partial<ChartLine> = {}): ChartLine {
  const x = Float64Array.of(0, 1);
  return plainLine({ key: colour, colour, x, y: x, ...more });
}

it("draws the first line on top", () => {
  expect(strokes([line("#111111"), line("#222222")])).toEqual(["#222222", "#111111"]);
});

it("draws lines on top above the others, in their order", () => {
  const top = { isOnTop: true };
  const lines = [line("#111111"), line("#222222", top), line("#333333"), line("#444444", top)];
  expect(strokes(lines)).toEqual(["#333333", "#111111", "#444444", "#222222"]);
});

it("has longer dashes on a line with more points than the plot has pixels", () => {
  const dashesOf = (points: number) => {
    const context = new SvgContext((text) => 6 * text.length);
    const x = Float64Array.from({ length: points }, (_, at) => at / (points - 1));
    const lines = [line("#111111", { x, y: x, dash: 1 })];
    paintLines(context, { lines, under: [] }, { x: UNIT, left: UNIT, right: null }, AREA);
    return /stroke-dasharray="([^"]*)"/.exec(context.markup)?.[1];
  };
  expect([dashesOf(50), dashesOf(200), dashesOf(5000)]).toEqual(["7 4", "14 8", "28 16"]);
});
