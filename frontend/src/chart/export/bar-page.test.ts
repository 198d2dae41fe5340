import { expect, it } from "vitest";
import { SvgContext } from "../../lib/canvas/svg-context";
import { barPage, type NamedValue } from "./bar-page";
import { svgPage } from "./paper-page";

const measure = (text: string) => 6 * text.length;
const named = (name: string, value: number, spread: NamedValue["spread"] = null): NamedValue => ({
  name,
  colour: "#0a84e0",
  value,
  text: String(value),
  spread,
});

function svgOf(values: readonly NamedValue[], size = { width: 840, plotHeight: 400 }) {
  const picture = { title: "acc", description: "Last value", values, isLog: false, size };
  const page = barPage(picture, measure);
  const svg = svgPage(page, () => new SvgContext(measure));
  const bars = [...svg.matchAll(/<rect[^>]*width="([\d.]+)"[^>]*fill="#0a84e0"/g)];
  return { page, svg, widths: bars.map(([, width]) => Number(width)) };
}

it("names each value, and bars are as long as the values say", () => {
  const { svg, widths } = svgOf([named("one", 1), named("four", 4)]);
  for (const text of ["acc", "one", "four", "1", "4"]) expect(svg).toContain(`>${text}</text>`);
  expect(widths).toHaveLength(2);
  expect((widths[1] as number) / (widths[0] as number)).toBeCloseTo(4, 1);
});

it("is as wide as was chosen, and as high as its rows need", () => {
  const many = Array.from({ length: 60 }, (_, at) => named(`run ${at}`, at));
  const size = { width: 500, plotHeight: 300 };
  expect(svgOf(many.slice(0, 3), size).page).toMatchObject({ width: 500 });
  expect(svgOf(many, size).page.height).toBeGreaterThan(60 * 20);
});

it("draws a line over how far a group spreads", () => {
  const whole = svgOf([named("a", 2, [1, 3])]).svg;
  expect(whole.match(/<path/g)).toHaveLength(2);
  expect(svgOf([named("a", 2)]).svg.match(/<path/g)).toHaveLength(1);
});
