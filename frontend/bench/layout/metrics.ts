/**
 * What can be counted about a drawing, from its coordinates alone.
 *
 * Nothing here is shared with any engine: crossings are crossings of line segments, not of
 * orders, and boxes are compared by their corners.
 */
import type { Drawing } from "./drawing";

export interface Metrics {
  readonly crossings: number;
  /** The lengths of all edges, in world units. */
  readonly edgeLength: number;
  /** Pairs of an edge and a box that it passes through without ending there. */
  readonly edgesThroughNodes: number;
  /** Pairs of boxes that share area, and pairs of labels or of a label and a box that do. */
  readonly overlaps: number;
  readonly coveredLabels: number;
  /** Labels that are drawn. */
  readonly labels: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes may touch by this much without being counted, in world units. */
const SLACK = 0.25;
/** Crossings are counted up to here: more say nothing more. */
const MAX_CROSSINGS = 1e8;

export function measureDrawing(drawing: Drawing): Metrics {
  const boxes = boxCorners(drawing);
  const segments = segmentsOf(drawing);
  const labels = drawing.labels ?? new Float64Array(0);
  return {
    crossings: countCrossings(segments),
    edgeLength: totalLength(segments),
    edgesThroughNodes: countThrough(drawing, segments, boxes),
    overlaps: countOverlaps(boxes, boxes, true),
    coveredLabels:
      countOverlaps(labelCorners(labels), labelCorners(labels), true) +
      countOverlaps(labelCorners(labels), boxes, false),
    labels: labels.length / 4,
    ...extent(drawing),
  };
}

/** Corners in turn: left, top, right, bottom; sorted by left, with what they belong to. */
interface Corners {
  readonly at: Float64Array;
  readonly order: Int32Array;
  readonly widest: number;
}

function boxCorners({ x, y, width, height }: Drawing): Corners {
  const at = new Float64Array(4 * x.length);
  for (let v = 0; v < x.length; v++) {
    at.set([x[v] + SLACK, y[v] + SLACK, x[v] + width[v] - SLACK, y[v] + height[v] - SLACK], 4 * v);
  }
  return sortCorners(at);
}

function labelCorners(labels: Float64Array): Corners {
  const at = labels.slice();
  for (let i = 0; i < at.length; i += 4) {
    at[i + 2] = at[i] + labels[i + 2] - SLACK;
    at[i + 3] = at[i + 1] + labels[i + 3] - SLACK;
    at[i] += SLACK;
    at[i + 1] += SLACK;
  }
  return sortCorners(at);
}

function sortCorners(at: Float64Array): Corners {
  const count = at.length / 4;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  order.sort((a, b) => at[4 * a] - at[4 * b]);
  let widest = 0;
  for (let i = 0; i < count; i++) widest = Math.max(widest, at[4 * i + 2] - at[4 * i]);
  return { at, order, widest };
}

/** The first place in the order whose left side is not left of `x`. */
function firstFrom({ at, order }: Corners, x: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at[4 * order[middle]] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countOverlaps(first: Corners, second: Corners, same: boolean): number {
  let count = 0;
  for (const a of first.order) {
    const [left, top, right, bottom] = first.at.subarray(4 * a, 4 * a + 4);
    for (let i = firstFrom(second, left - second.widest); i < second.order.length; i++) {
      const b = second.order[i];
      if (second.at[4 * b] >= right) break;
      if (same && b <= a) continue;
      const misses =
        second.at[4 * b + 2] <= left ||
        second.at[4 * b + 1] >= bottom ||
        second.at[4 * b + 3] <= top;
      if (!misses) count++;
    }
  }
  return count;
}

/** Segments of all edges, top to bottom, sorted by their tops; self-loops are left out. */
interface Segments {
  readonly count: number;
  readonly x0: Float64Array;
  readonly y0: Float64Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly edge: Int32Array;
}

function segmentsOf({ pointStart, points, source, target }: Drawing): Segments {
  const found: [number, number, number, number, number][] = [];
  for (let e = 0; e + 1 < pointStart.length; e++) {
    if (source[e] === target[e]) continue;
    for (let i = pointStart[e]; i + 1 < pointStart[e + 1]; i++) {
      const [x0, y0, x1, y1] = points.subarray(2 * i, 2 * i + 4);
      if (x0 === x1 && y0 === y1) continue;
      found.push(y0 <= y1 ? [x0, y0, x1, y1, e] : [x1, y1, x0, y0, e]);
    }
  }
  found.sort((a, b) => a[1] - b[1]);
  return {
    count: found.length,
    x0: Float64Array.from(found, (s) => s[0]),
    y0: Float64Array.from(found, (s) => s[1]),
    x1: Float64Array.from(found, (s) => s[2]),
    y1: Float64Array.from(found, (s) => s[3]),
    edge: Int32Array.from(found, (s) => s[4]),
  };
}

/** Pairs of segments of different edges that properly cross; those that only touch do not. */
function countCrossings({ count, x0, y0, x1, y1, edge }: Segments): number {
  let crossings = 0;
  for (let a = 0; a < count && crossings < MAX_CROSSINGS; a++) {
    const [ax0, ay0, ax1, ay1] = [x0[a], y0[a], x1[a], y1[a]];
    const left = Math.min(ax0, ax1);
    const right = Math.max(ax0, ax1);
    for (let b = a + 1; b < count && y0[b] < ay1; b++) {
      const bx0 = x0[b];
      const bx1 = x1[b];
      if (bx0 < left && bx1 < left) continue;
      if (bx0 > right && bx1 > right) continue;
      if (edge[a] === edge[b]) continue;
      const sideA = turn(ax0, ay0, ax1, ay1, bx0, y0[b]) * turn(ax0, ay0, ax1, ay1, bx1, y1[b]);
      if (sideA >= 0) continue;
      if (turn(bx0, y0[b], bx1, y1[b], ax0, ay0) * turn(bx0, y0[b], bx1, y1[b], ax1, ay1) < 0) {
        crossings++;
      }
    }
  }
  return crossings;
}

/** Which side of the line from (x0, y0) to (x1, y1) a point is on; 0 when it lies on it. */
function turn(x0: number, y0: number, x1: number, y1: number, x: number, y: number): number {
  const area = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  return Math.abs(area) < 1e-7 * (Math.abs(x1 - x0) + Math.abs(y1 - y0)) ? 0 : Math.sign(area);
}

function totalLength({ count, x0, y0, x1, y1 }: Segments): number {
  let length = 0;
  for (let s = 0; s < count; s++) length += Math.hypot(x1[s] - x0[s], y1[s] - y0[s]);
  return length;
}

function countThrough(drawing: Drawing, segments: Segments, boxes: Corners): number {
  const pairs = new Set<number>();
  for (let s = 0; s < segments.count; s++) {
    const [x0, y0, x1, y1] = [segments.x0[s], segments.y0[s], segments.x1[s], segments.y1[s]];
    const e = segments.edge[s];
    const right = Math.max(x0, x1);
    for (let i = firstFrom(boxes, Math.min(x0, x1) - boxes.widest); i < boxes.order.length; i++) {
      const v = boxes.order[i];
      if (boxes.at[4 * v] > right) break;
      if (boxes.at[4 * v + 1] > y1 || boxes.at[4 * v + 3] < y0) continue;
      if (v === drawing.source[e] || v === drawing.target[e]) continue;
      if (entersBox(x0, y0, x1, y1, boxes.at, 4 * v)) pairs.add(e * drawing.x.length + v);
    }
  }
  return pairs.size;
}

/** Whether part of a segment lies strictly inside a box: its two sides are clipped in turn. */
function entersBox(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  at: Float64Array,
  from: number,
): boolean {
  let enter = 0;
  let leave = 1;
  for (const [start, step, least, most] of [
    [x0, x1 - x0, at[from], at[from + 2]],
    [y0, y1 - y0, at[from + 1], at[from + 3]],
  ]) {
    if (step === 0) {
      if (start <= least || start >= most) return false;
      continue;
    }
    const [a, b] = [(least - start) / step, (most - start) / step];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter < leave;
}

function extent({ x, y, width, height, points }: Drawing): { width: number; height: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let v = 0; v < x.length; v++) {
    left = Math.min(left, x[v]);
    right = Math.max(right, x[v] + width[v]);
    top = Math.min(top, y[v]);
    bottom = Math.max(bottom, y[v] + height[v]);
  }
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    top = Math.min(top, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  return { width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}
