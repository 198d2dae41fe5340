/** A facet with its title, its axes, and what is in it. */
import { axisTicks, rowTicks, type Tick } from "../../../chart/axes/axis-ticks";
import { LINEAR } from "../../../chart/axes/scale";
import { fittedName } from "../../../lib/lists/cut-names";
import type { Mode } from "../options/tab-options";
import { paintOverlay, paintPickedCurves, paintRidges } from "./draw-curves";
import { paintBands, paintHeatmap, paintPickedLines, xOf, yOf } from "./draw-over-steps";
import { paintSigns } from "./draw-warning-labels";
import { type Facet, STEP_GAP_PX, stepsAcross } from "./facet";
import { type Brush, fillRect, strokePath } from "./pen";
import { baselineOf } from "./ridge-layout";
import { stepTicks, textWidth } from "./step-ticks";

const FONT_PX = 11;
const MAX_TITLES = 4;

const PAINTERS: Record<Mode, (brush: Brush, facet: Facet) => void> = {
  ridges: paintRidges,
  overlay: paintOverlay,
  heatmap: paintHeatmap,
  bands: paintBands,
};

/** All but the steps that were picked. */
export function paintFacets(brush: Brush, facets: readonly Facet[]): void {
  for (const facet of facets) paintFacet(brush, facet);
}

/** The steps that were picked, over the drawing of the others. */
export function paintPicked(brush: Brush, facets: readonly Facet[]): void {
  for (const facet of facets) {
    if (stepsAcross(facet.look.mode)) paintPickedLines(brush, facet);
    else paintPickedCurves(brush, facet);
  }
}

function paintFacet(brush: Brush, facet: Facet): void {
  const { context, ink } = brush;
  context.font = `${FONT_PX}px ${ink.font}`;
  context.textBaseline = "middle";
  context.globalAlpha = 1;
  if (facet.hasTitle) paintTitle(brush, facet);
  if (stepsAcross(facet.look.mode)) paintAxesAcross(brush, facet);
  else paintAxesUp(brush, facet);
  PAINTERS[facet.look.mode](brush, facet);
  paintSigns(brush, facet);
}

/** The runs of a facet, each beside its colour, as long as there is room. */
function paintTitle(brush: Brush, { rect, runs }: Facet): void {
  const { context, ink } = brush;
  const room = rect.width / Math.min(runs.length, MAX_TITLES);
  context.textAlign = "left";
  runs.slice(0, MAX_TITLES).forEach(({ pieces, colour, dash }, at) => {
    const x = rect.x + at * room;
    const y = rect.y + 7;
    strokePath(brush, [x + 2, y, x + 15, y], { colour, width: 3, dash });
    context.fillStyle = ink.faint;
    context.fillText(
      fittedName(pieces, (text) => textWidth(text) <= room - 22),
      x + 18,
      y,
    );
  });
}

/** Values along the bottom; for curves in front of each other, steps at the right. */
function paintAxesUp(brush: Brush, facet: Facet): void {
  const { plot, values, places, look } = facet;
  const toX = (value: number) =>
    plot.x + (plot.width * (value - values.low)) / (values.high - values.low);
  const along = { scale: LINEAR, ends: [values.low, values.high] } as const;
  const ticks = rowTicks(along, "value", plot.width, textWidth);
  paintBottom(brush, facet, ticks, toX, true);
  if (look.mode !== "ridges") return;
  const { context, ink } = brush;
  context.textAlign = "left";
  context.fillStyle = ink.faint;
  for (const { at, text } of stepTicks(places, look.axis, plot.height, "column")) {
    context.fillText(text, plot.x + plot.width + STEP_GAP_PX, baselineOf(facet, at) - 2);
  }
}

/** Steps along the bottom, values at the left. */
function paintAxesAcross(brush: Brush, facet: Facet): void {
  const { plot, values, places, look } = facet;
  const { context, ink } = brush;
  const ticks = stepTicks(places, look.axis, plot.width, "row");
  paintBottom(brush, facet, ticks, (place) => xOf(facet, place), false);
  context.textAlign = "right";
  const up = { scale: LINEAR, ends: [values.low, values.high] } as const;
  for (const { at, text } of axisTicks(up, "value", plot.height)) {
    const y = yOf(facet, at);
    fillRect(brush, plot.x, Math.round(y), plot.width, 1, ink.grid);
    context.fillStyle = ink.faint;
    context.fillText(text, plot.x - 5, y);
  }
}

function paintBottom(
  brush: Brush,
  { rect, plot }: Facet,
  ticks: readonly Tick[],
  toX: (at: number) => number,
  hasGrid: boolean,
): void {
  const { context, ink } = brush;
  const bottom = plot.y + plot.height;
  for (const { at, text } of ticks) {
    const x = toX(at);
    if (x < plot.x - 1 || x > plot.x + plot.width + 1) continue;
    if (hasGrid) fillRect(brush, Math.round(x), plot.y, 1, plot.height, ink.grid);
    const half = textWidth(text) / 2;
    const middle = Math.min(rect.x + rect.width - half, Math.max(rect.x + half, x));
    context.textAlign = "center";
    context.fillStyle = ink.faint;
    context.fillText(text, middle, bottom + 11);
  }
  const line = [plot.x, bottom + 0.5, plot.x + plot.width, bottom + 0.5];
  strokePath(brush, line, { colour: ink.grid, width: 1 });
}
