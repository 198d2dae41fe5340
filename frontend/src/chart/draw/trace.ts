/** From columns to strokes. Pure: what is drawn on is anything with the strokes of a pen. */
import { lowerBound, rowsWithin } from "../../lib/algorithms/binary-search";
import type { Projection } from "../axes/projection";
import type { ChartLine, NonFiniteCounts, Range } from "../model/chart-line";

export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

type Band = NonNullable<ChartLine["band"]>;

/** The points within `range` and one to either side, so that lines run to the plot's edges. */
export function pointsAround(x: Float64Array, range: Range): [first: number, end: number] {
  const [first, end] = rowsWithin(x, range);
  return [Math.max(0, first - 1), Math.min(x.length, end + 1)];
}

/**
 * Draws the points as a line that breaks where a value has no place. A line that leaves the range
 * ends at its edge: the point beyond may be millions of pixels off, where a canvas rounds. What
 * goes on up or on down
 * within `merged` pixels along x is one stroke: no extreme is lost; below 0, every point is drawn.
 * Returns where points stand alone between breaks, x and y by turns: a canvas draws nothing for a
 * line of no length.
 */
export function traceLine(
  pen: Pen,
  x: Float64Array,
  y: Float64Array,
  range: Range,
  { alongX, alongY }: Pick<Projection, "alongX" | "alongY">,
  merged = -1,
): number[] {
  const [first, end] = pointsAround(x, range);
  const { place: placeX, low: lowX, perUnit: perX, start: startX } = alongX;
  const { place: placeY, low: lowY, perUnit: perY, start: startY } = alongY;
  const alone: number[] = [];
  const pixelXOf = (value: number) =>
    startX + ((placeX === null ? value : placeX(value)) - lowX) * perX;
  const pixelYOf = (value: number) =>
    startY + ((placeY === null ? value : placeY(value)) - lowY) * perY;
  let points = 0;
  // Where the last stroke ended, and the point behind it, which the next one may pass over.
  let fromX = 0;
  let fromY = 0;
  let lastX = 0;
  let lastY = 0;
  for (let at = first; at < end; at += 1) {
    const [valueX, valueY] = [x[at] as number, y[at] as number];
    let pixelY = startY + ((placeY === null ? valueY : placeY(valueY)) - lowY) * perY;
    if (!Number.isFinite(pixelY)) {
      if (points === 1) alone.push(lastX, lastY);
      else if (points > 1) pen.lineTo(lastX, lastY);
      points = 0;
      continue;
    }
    let pixelX = startX + ((placeX === null ? valueX : placeX(valueX)) - lowX) * perX;
    const isBefore = valueX < range[0] && at + 1 < end;
    if (isBefore || (valueX > range[1] && at > first)) {
      const inner = isBefore ? at + 1 : at - 1;
      const [innerX, innerY] = [pixelXOf(x[inner] as number), pixelYOf(y[inner] as number)];
      const edge = pixelXOf(range[isBefore ? 0 : 1]);
      const part = (edge - pixelX) / (innerX - pixelX);
      if (Number.isFinite(part) && Number.isFinite(innerY)) {
        pixelY += (innerY - pixelY) * part;
        pixelX = edge;
      }
    }
    if (points === 0) {
      pen.moveTo(pixelX, pixelY);
      fromX = pixelX;
      fromY = pixelY;
    } else if (points > 1) {
      const goesOn = (lastY - fromY) * (pixelY - lastY) >= 0;
      if (!goesOn || pixelX - fromX > merged) {
        pen.lineTo(lastX, lastY);
        fromX = lastX;
        fromY = lastY;
      }
    }
    lastX = pixelX;
    lastY = pixelY;
    points += 1;
  }
  if (points === 1) alone.push(lastX, lastY);
  else if (points > 1) pen.lineTo(lastX, lastY);
  return alone;
}

/** Where the parts of a band between any two breaks begin and end. */
export function bandParts(
  x: Float64Array,
  band: Band,
  range: Range,
  to: Pick<Projection, "y">,
): [first: number, end: number][] {
  const [first, end] = pointsAround(x, range);
  const parts: [number, number][] = [];
  let start = first;
  for (let at = first; at <= end; at += 1) {
    const inside = at < end && Number.isFinite(to.y(band.min[at] as number));
    if (inside) continue;
    if (at > start) parts.push([start, at]);
    start = at + 1;
  }
  return parts;
}

/** Draws the outline of the area between two columns: one closed part between any two breaks. */
export function traceBand(
  pen: Pen,
  x: Float64Array,
  band: Band,
  range: Range,
  to: Projection,
): void {
  for (const [first, end] of bandParts(x, band, range, to)) {
    traceBandPart(pen, x, band, first, end, to);
  }
}

function traceBandPart(
  pen: Pen,
  x: Float64Array,
  { min, max }: Band,
  first: number,
  end: number,
  to: Projection,
): void {
  const startX = to.x(x[first] as number);
  const startY = to.y(max[first] as number);
  pen.moveTo(startX, startY);
  for (let at = first + 1; at < end; at += 1) {
    pen.lineTo(to.x(x[at] as number), to.y(max[at] as number));
  }
  for (let at = end - 1; at >= first; at -= 1) {
    pen.lineTo(to.x(x[at] as number), to.y(min[at] as number));
  }
  pen.lineTo(startX, startY);
}

export type NonFinite = "nan" | "+inf" | "-inf";

function kindOf(value: number): NonFinite[] {
  if (Number.isFinite(value)) return [];
  if (Number.isNaN(value)) return ["nan"];
  return [value > 0 ? "+inf" : "-inf"];
}

function kindsCounted({ nan, inf, negativeInf }: NonFiniteCounts, at: number): NonFinite[] {
  const kinds: NonFinite[] = [];
  const below = negativeInf[at] as number;
  if ((nan[at] as number) > 0) kinds.push("nan");
  if ((inf[at] as number) > below) kinds.push("+inf");
  if (below > 0) kinds.push("-inf");
  return kinds;
}

/** Where in the range values are not finite, and how. */
export function nonFinitePoints(
  { x, y, faint, nonFinite }: ChartLine,
  range: Range,
): { x: number; kind: NonFinite }[] {
  const logged = faint ?? y;
  const points: { x: number; kind: NonFinite }[] = [];
  for (let at = lowerBound(x, range[0]); at < x.length && (x[at] as number) <= range[1]; at += 1) {
    const kinds = nonFinite ? kindsCounted(nonFinite, at) : kindOf(logged[at] as number);
    for (const kind of kinds) points.push({ x: x[at] as number, kind });
  }
  return points;
}
