import { expect, it } from "vitest";
import { SvgContext } from "../../lib/canvas/svg-context";
import { layOutAxes } from "../axes/axis-layout";
import { axesFor, scalesFor } from "../axes/chart-axes";
import { paintAxes } from "../draw/draw-axes";
import { paintLines } from "../draw/draw-lines";
import type { AxisKind } from "../model/chart-line";
import { PLAIN_CHART, plainLine } from "../model/plain-line";
import { type ChartPicture, chartPage } from "./chart-page";
import { PAPER, svgPage } from "./paper-page";

const measure = (text: string) => 6 * text.length;
const x = Float64Array.from({ length: 50 }, (_, at) => 1.7e9 + at * 1800);
const lines = [
  plainLine({ key: "a", colour: "#06c", x, y: x.map((_, at) => Math.exp(-at / 9)) }),
  plainLine({ key: "b", colour: "#c60", x, y: x.map((_, at) => at * 1e4), side: "right" }),
];

const svgOf = (chart: ChartPicture) =>
  svgPage(chartPage(chart, measure), () => new SvgContext(measure));

function picture(kind: AxisKind, logY: boolean): ChartPicture {
  const scales = scalesFor({ lines, under: [] }, false, logY);
  return {
    ...PLAIN_CHART,
    lines,
    axes: axesFor({ lines, under: [] }, scales, PLAIN_CHART),
    kind,
    title: "loss",
    xLabel: "Time",
    yLabel: "loss",
    rightLabel: "rate",
    size: { width: 840, plotHeight: 400 },
    nameOf: ({ key }) => key,
  };
}

it.each([
  ["moment", false],
  ["number", true],
  ["duration", false],
] as const)("draws axes and lines of %s as the page does in a box of that size", (kind, logY) => {
  const chart = picture(kind, logY);
  const svg = svgOf(chart);
  // The box of the plot with the room of its axes, as the page gives a canvas.
  const box = { left: 16, top: 58, width: 808, height: 434, ratio: 1 };
  const layout = layOutAxes(chart.axes, kind, box, PAPER.family, measure);
  const [axes, inside] = [new SvgContext(measure), new SvgContext(measure)];
  paintAxes(axes, layout, PAPER);
  paintLines(inside, chart, chart.axes, layout.area);
  expect(axes.markup.split("\n").length).toBeGreaterThan(10);
  expect(svg).toContain(axes.markup);
  expect(svg).toContain(inside.markup);
  expect(svg).toContain(
    `<clipPath id="clip1"><rect x="${layout.area.left}" y="${layout.area.top}" ` +
      `width="${layout.area.width}" height="${layout.area.height}"/></clipPath>`,
  );
});

it("names the chart, its axes and its lines", () => {
  const svg = svgOf(picture("number", false));
  for (const text of ["loss", "Time", "rate", "a", "b"]) expect(svg).toContain(`>${text}</text>`);
});

it("writes the number of each line on it and in the legend, where colours may be missing", () => {
  const chart = { ...picture("number", false), isNumbered: true };
  const svg = svgOf(chart);
  const written = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  expect(written).toEqual(expect.arrayContaining(["1 a", "2 b", "1", "2"]));
  const places = [...svg.matchAll(/<text x="([\d.]+)"[^>]*>[12]<\/text>/g)].map(([, at]) => at);
  expect(new Set(places).size).toBe(2);
});
