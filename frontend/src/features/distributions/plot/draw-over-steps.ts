/** Steps along the width: every count as a depth of colour, or the percentiles as bands. */

import { depthOf, onGrid } from "./density";
import { pickedOf } from "./draw-curves";
import { type Facet, type FacetRun, positionOn } from "./facet";
import { type Brush, fillPath, fillRect, type Ink, mixed, strokePath } from "./pen";
import { edgesOf, shareOf } from "./step-positions";

const CELL_PX = 3;
/** Depths of colour that an eye tells apart; neighbours of one depth are one rectangle. */
const DEPTHS = 40;

export function paintHeatmap(brush: Brush, facet: Facet): void {
  for (const run of facet.runs) paintCells(brush, facet, run);
}

function paintCells(brush: Brush, facet: Facet, run: FacetRun): void {
  const { plot, values, look } = facet;
  const cells = Math.max(8, Math.min(160, Math.round(plot.height / CELL_PX)));
  const columns = run.data.steps.map((step) => onGrid(step, values, cells));
  const largest = Math.max(0, ...columns.map((column) => Math.max(...column)));
  const edges = columnEdges(facet, run);
  columns.forEach((column, at) => {
    const [begin = 0, end = 0] = [edges[at], edges[at + 1]];
    const depths = Array.from(column, (count) =>
      count > 0 ? Math.max(1, Math.round(DEPTHS * depthOf(count, largest, look.isLog))) : 0,
    );
    for (const [first, last, depth] of stretches(depths)) {
      if (depth === 0) continue;
      const y = Math.round(plot.y + plot.height * (1 - last / cells));
      const height = Math.round(plot.y + plot.height * (1 - first / cells)) - y;
      const colour = heatColour(brush.ink, run.colour, depth / DEPTHS);
      fillRect(brush, begin, y, Math.max(1, end - begin), height, colour);
    }
  });
}

/** Few values are pale and many have the run's colour, then the ink's: one way from light on. */
export function heatColour(ink: Ink, colour: string, depth: number): string {
  if (depth < 0.6) return mixed(ink.surface, colour, 0.1 + (0.9 * depth) / 0.6);
  return mixed(colour, ink.text, (0.55 * (depth - 0.6)) / 0.4);
}

/** Where equal neighbours begin and end, and what they are. */
function stretches(depths: readonly number[]): [first: number, end: number, depth: number][] {
  const found: [number, number, number][] = [];
  depths.forEach((depth, at) => {
    const last = found[found.length - 1];
    if (last !== undefined && last[2] === depth) last[1] = at + 1;
    else found.push([at, at + 1, depth]);
  });
  return found;
}

/** The x of the left edge of each step's column, and of the right edge of the last. */
function columnEdges(facet: Facet, run: FacetRun): number[] {
  const { plot } = facet;
  // On whole pixels, like the rows: or the ground would shine through between them.
  return edgesOf(run.places).map((place) =>
    Math.round(Math.min(plot.x + plot.width, Math.max(plot.x, xOf(facet, place)))),
  );
}

/** Where a place stands along the width; one alone has the whole of it. */
export function xOf({ plot, places }: Facet, place: number): number {
  if (places.high > places.low) return plot.x + plot.width * shareOf(place, places);
  return plot.x + plot.width * (0.5 + (place - places.low));
}

/** Where a value stands along the height, within the plot. */
export function yOf({ plot, values }: Facet, value: number): number {
  const share = (value - values.low) / (values.high - values.low);
  return plot.y + plot.height * (1 - Math.min(1, Math.max(0, share)));
}

/** Pairs of percentiles, widest first: 100 %, 87 %, 68 % and 38 % of the values. */
const BANDS = [
  [0, 8],
  [1, 7],
  [2, 6],
  [3, 5],
] as const;
const BAND_DEPTHS = [0.16, 0.3, 0.46, 0.66];
const MEDIAN = 4;

export function paintBands(brush: Brush, facet: Facet): void {
  const isAlone = facet.runs.length === 1;
  for (const run of facet.runs) {
    BANDS.forEach(([low, high], at) => {
      brush.context.globalAlpha = isAlone ? 1 : 0.45;
      fillPath(brush, bandPoints(facet, run, low, high), bandColour(brush.ink, run.colour, at));
    });
    brush.context.globalAlpha = 1;
  }
  for (const run of facet.runs) {
    const style = { colour: run.colour, width: 1.6, dash: run.dash };
    strokePath(brush, linePoints(facet, run, MEDIAN), style);
  }
}

/** The colour of a band, the widest being the first. */
export function bandColour(ink: Ink, colour: string, at: number): string {
  return mixed(ink.surface, colour, BAND_DEPTHS[at] ?? 1);
}

/** Along a percentile; a single step is drawn as wide as the plot. */
function linePoints(facet: Facet, run: FacetRun, percentile: number): number[] {
  const { steps } = run.data;
  const points = steps.flatMap((step, at) => {
    const place = run.places[at] ?? Number.NaN;
    const value = step.percentiles[percentile] ?? Number.NaN;
    if (!Number.isFinite(place) || Number.isNaN(value) || step.total === 0) return [];
    return [xOf(facet, place), yOf(facet, value)];
  });
  const { plot } = facet;
  const [, y = 0] = points;
  return points.length === 2 ? [plot.x, y, plot.x + plot.width, y] : points;
}

function bandPoints(facet: Facet, run: FacetRun, low: number, high: number): number[] {
  const upper = linePoints(facet, run, high);
  const lower = linePoints(facet, run, low);
  const back: number[] = [];
  for (let at = lower.length - 2; at >= 0; at -= 2) {
    back.push(lower[at] as number, lower[at + 1] as number);
  }
  return [...upper, ...back];
}

/** A line at each of the steps that were picked. */
export function paintPickedLines(brush: Brush, facet: Facet): void {
  const { plot, look } = facet;
  for (const { run, step, isHeld } of pickedOf(facet)) {
    const x = xOf(facet, positionOn(run, step, look.axis));
    const style = { colour: brush.ink.text, width: isHeld ? 1 : 1.4, dash: isHeld ? [5, 3] : [] };
    if (Number.isFinite(x)) strokePath(brush, [x, plot.y, x, plot.y + plot.height], style);
  }
}
