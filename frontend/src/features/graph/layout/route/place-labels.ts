/**
 * Pass 12: labels.
 *
 * Before: routes and boxes. After: each label has the middle of a place on its own line where
 * it covers no box and no other label, and as few other lines as possible; NaN where there is
 * none. The middle of the line is tried first, then places further from it.
 */
import type { Rect } from "../../../../lib/geometry/geometry";
import { rectsOverlap, segmentEntersRect } from "../../../../lib/geometry/geometry";
import { RectGrid } from "../../../../lib/geometry/grid-index";
import { forEachPiece, pointOnCurve } from "./route-curve";
import type { Routes } from "./route-edges";

export interface LabelPlaces {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** How many times each may grow around its middle. */
  readonly growth: Float64Array;
}

/** Places tried along one curve, and for one label altogether. */
const FRACTIONS = [0.5, 0.35, 0.65, 0.22, 0.78];
const MAX_CANDIDATES = 20;
/** Above this many edges other lines are not looked at: the label has a halo of its own. */
const MANY_EDGES = 1_000;
const CELL = 80;
/** No label grows further: at a third of its size a drawing shows none. */
const MAX_GROWTH = 2.4;

/** Per edge, the size of its label; both are 0 where it has none. */
export interface LabelSizes {
  readonly labelWidth: Float64Array;
  readonly labelHeight: Float64Array;
  /** Per edge, what it shares a stem and the label with; -1, or left out, for none. */
  readonly bundle?: Int32Array;
}

/** `obstacles` are the footprints of boxes. */
export function placeLabels(
  routes: Routes,
  sizes: LabelSizes,
  obstacles: readonly Rect[],
): LabelPlaces {
  const { labelWidth } = sizes;
  const x = new Float64Array(labelWidth.length).fill(Number.NaN);
  const y = x.slice();
  const labelled = shortestFirst(routes, labelWidth);
  const growth = new Float64Array(labelWidth.length).fill(1);
  if (labelled.length === 0) return { x, y, growth };
  const placement = new LabelPlacement(routes, sizes, obstacles);
  const placed: number[] = [];
  for (const e of labelled) {
    const place = placement.place(e);
    if (!place) continue;
    x[e] = place.x + place.width / 2;
    y[e] = place.y + place.height / 2;
    placed.push(e);
  }
  growAll(placed, { x, y, growth }, sizes, obstacles);
  return { x, y, growth };
}

/** How far each label may grow; of two that would meet, the one placed first goes on. */
function growAll(
  placed: readonly number[],
  { x, y, growth }: LabelPlaces,
  { labelWidth, labelHeight }: LabelSizes,
  obstacles: readonly Rect[],
): void {
  const grid = new RectGrid(CELL);
  const around = (middleX: number, middleY: number, width: number, height: number): Rect => {
    return { x: middleX - width / 2, y: middleY - height / 2, width, height };
  };
  for (const rect of obstacles) grid.add(rect);
  const grown = (e: number): Rect => {
    return around(x[e], y[e], MAX_GROWTH * labelWidth[e], MAX_GROWTH * labelHeight[e]);
  };
  for (const e of placed) grid.add(grown(e));
  placed.forEach((e, at) => {
    const [w, h] = [labelWidth[e], labelHeight[e]];
    let most = MAX_GROWTH;
    grid.some(grown(e), (id) => {
      const rect = obstacles[id];
      if (rect !== undefined) {
        const across = (2 * Math.abs(rect.x + rect.width / 2 - x[e]) - rect.width) / w;
        const along = (2 * Math.abs(rect.y + rect.height / 2 - y[e]) - rect.height) / h;
        most = Math.min(most, Math.max(across, along));
        return false;
      }
      const other = placed[id - obstacles.length];
      if (id - obstacles.length >= at) return false;
      const across = (2 * Math.abs(x[other] - x[e])) / (w + labelWidth[other]);
      const along = (2 * Math.abs(y[other] - y[e])) / (h + labelHeight[other]);
      const meet = Math.max(across, along);
      if (meet < growth[other]) most = Math.min(most, meet);
      return false;
    });
    growth[e] = Math.max(1, most);
  });
}

/** Labelled edges, those with the fewest places to choose from first. */
function shortestFirst(routes: Routes, labelWidth: Float64Array): number[] {
  const points = (e: number): number => routes.pointStart[e + 1] - routes.pointStart[e];
  return Array.from(labelWidth.keys())
    .filter((e) => labelWidth[e] > 0 && points(e) > 0)
    .sort((a, b) => points(a) - points(b) || a - b);
}

class LabelPlacement {
  private readonly blocked = new RectGrid(CELL);
  private readonly blockedRects: Rect[] = [];
  private readonly lines = new RectGrid(CELL);
  private readonly pieces: number[] = [];
  private readonly pieceEdge: number[] = [];

  constructor(
    private readonly routes: Routes,
    private readonly sizes: LabelSizes,
    obstacles: readonly Rect[],
  ) {
    for (const rect of obstacles) this.block(rect);
    const edges = routes.pointStart.length - 1;
    if (edges <= MANY_EDGES) for (let e = 0; e < edges; e++) this.addLines(e);
  }

  /** Takes the best free place for the label of an edge. */
  place(e: number): Rect | undefined {
    let best: Rect | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const candidate of this.candidates(e)) {
      if (this.isBlocked(candidate)) continue;
      const covered = this.linesCovered(e, candidate, fewest);
      if (covered >= fewest) continue;
      best = candidate;
      fewest = covered;
      if (covered === 0) break;
    }
    if (best) this.block(best);
    return best;
  }

  private block(rect: Rect): void {
    this.blocked.add(rect);
    this.blockedRects.push(rect);
  }

  private isBlocked(rect: Rect): boolean {
    return this.blocked.some(rect, (id) => rectsOverlap(this.blockedRects[id], rect));
  }

  private addLines(e: number): void {
    const { pointStart, points } = this.routes;
    forEachPiece(points, pointStart[e], pointStart[e + 1], (x0, y0, x1, y1) => {
      const [x, y] = [Math.min(x0, x1), Math.min(y0, y1)];
      this.lines.add({ x, y, width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) });
      this.pieces.push(x0, y0, x1, y1);
      this.pieceEdge.push(e);
    });
  }

  /** How many other lines a label would cover, counted up to a limit. */
  private linesCovered(e: number, rect: Rect, limit: number): number {
    const { pieces } = this;
    let covered = 0;
    this.lines.some(rect, (id) => {
      const at = 4 * id;
      const isOther = this.isApart(this.pieceEdge[id], e);
      const [x0, y0, x1, y1] = [pieces[at], pieces[at + 1], pieces[at + 2], pieces[at + 3]];
      if (isOther && segmentEntersRect(x0, y0, x1, y1, rect)) covered++;
      return covered >= limit;
    });
    return covered;
  }

  private isApart(one: number, other: number): boolean {
    const { bundle } = this.sizes;
    return (
      one !== other && (bundle === undefined || bundle[one] < 0 || bundle[one] !== bundle[other])
    );
  }

  /** Places along the route, from its middle outwards; from the stem on where it begins with one. */
  private candidates(e: number): Rect[] {
    const { pointStart } = this.routes;
    const spans = pointStart[e + 1] - pointStart[e] - 1;
    const isStemmed = (this.sizes.bundle?.[e] ?? -1) >= 0;
    const nearest = Math.ceil(MAX_CANDIDATES / FRACTIONS.length) + 1;
    const first = isStemmed ? 0 : Math.max(0, Math.floor((spans - nearest) / 2));
    const last = Math.min(spans, first + nearest + 1);
    const places: { rect: Rect; distance: number }[] = [];
    for (let span = first; span < last; span++) {
      for (const t of FRACTIONS) {
        const distance = isStemmed ? span + Math.abs(t - 0.5) : Math.abs(span + t - spans / 2);
        places.push({ rect: this.placeOn(e, span, t), distance });
      }
    }
    places.sort((a, b) => a.distance - b.distance);
    return places.slice(0, MAX_CANDIDATES).map((place) => place.rect);
  }

  private placeOn(e: number, span: number, t: number): Rect {
    const { pointStart, points } = this.routes;
    const at = 2 * (pointStart[e] + span);
    const middle = pointOnCurve(points[at], points[at + 1], points[at + 2], points[at + 3], t);
    const width = this.sizes.labelWidth[e];
    const height = this.sizes.labelHeight[e];
    return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  }
}
