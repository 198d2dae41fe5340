/**
 * A band as vertical strokes, one for each column of pixels: from the highest to the lowest
 * position that it reaches there.
 *
 * An area with a corner for every bucket takes a canvas without a GPU a hundred times as long as
 * these strokes. With about as many corners as pixels, finer detail than a column of pixels is not
 * visible.
 */

import type { PlotArea, Projection } from "../axes/projection";
import type { ChartLine, Range } from "../model/chart-line";
import { bandParts, type Pen } from "./trace";

/** Collects what a band covers of a column until it goes on to another. */
class ColumnPen {
  private column: number | null = null;
  private top = 0;
  private bottom = 0;

  constructor(private readonly pen: Pen) {}

  cover(column: number, top: number, bottom: number): void {
    if (column !== this.column) {
      this.lift();
      [this.column, this.top, this.bottom] = [column, top, bottom];
      return;
    }
    if (top < this.top) this.top = top;
    if (bottom > this.bottom) this.bottom = bottom;
  }

  lift(): void {
    if (this.column === null) return;
    this.pen.moveTo(this.column + 0.5, this.top);
    this.pen.lineTo(this.column + 0.5, this.bottom);
    this.column = null;
  }
}

/** A place of the band in pixels. */
interface BandPoint {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Covers what lies between two places, also on the edges of the columns between them. */
function coverBetween(pen: ColumnPen, from: BandPoint, to: BandPoint, columns: Range): void {
  const last = Math.min(Math.floor(to.x), columns[1]);
  for (let edge = Math.max(Math.floor(from.x) + 1, columns[0]); edge <= last; edge += 1) {
    const part = (edge - from.x) / (to.x - from.x);
    const top = from.top + part * (to.top - from.top);
    const bottom = from.bottom + part * (to.bottom - from.bottom);
    pen.cover(edge - 1, top, bottom);
    pen.cover(edge, top, bottom);
  }
}

/** Traces the strokes, to be drawn one pixel wide; they end with the area. */
export function traceBandColumns(
  pen: Pen,
  x: Float64Array,
  band: NonNullable<ChartLine["band"]>,
  range: Range,
  to: Projection,
  area: PlotArea,
): void {
  const columns: Range = [Math.floor(area.left), Math.ceil(area.left + area.width)];
  const columnPen = new ColumnPen(pen);
  for (const [first, end] of bandParts(x, band, range, to)) {
    let before: BandPoint | null = null;
    for (let at = first; at < end; at += 1) {
      const place = {
        x: to.x(x[at] as number),
        top: to.y(band.max[at] as number),
        bottom: to.y(band.min[at] as number),
      };
      if (before !== null) coverBetween(columnPen, before, place, columns);
      const column = Math.floor(place.x);
      if (column >= columns[0] && column <= columns[1]) {
        columnPen.cover(column, place.top, place.bottom);
      }
      before = place;
    }
    columnPen.lift();
  }
}
