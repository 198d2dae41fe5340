/** Where a list about a line stands: beside the line, where it covers least. */
import {
  inflateRect,
  type Point,
  type Rect,
  rectContains,
  rectsOverlap,
} from "../../../lib/geometry/geometry";

/** What is around a line, in CSS pixels of the view. */
export interface Surroundings {
  /** The part of the view that the list may be in. */
  readonly view: Rect;
  /** Points of the line, in its order. */
  readonly line: readonly Point[];
  /** Panels over the drawing. */
  readonly covers: readonly Rect[];
  /** Nodes and texts. */
  readonly boxes: readonly Rect[];
}

/** Between a line and its list. */
const GAP = 12;
/** Points of the line that are tried. */
const TRIED = 40;
/** Where the list stands seen from a point of the line. */
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
/** What it costs to hide the line, or a panel: more than to hide any number of nodes. */
const LINE_COST = 1e8;
const COVER_COST = 1e7;
/** What it costs to hide a square pixel of a node, in pixels from the middle of the line. */
const NODE_COST = 10;

/**
 * The place of a list of some size; undefined where the line is out of view. It is in the view as a
 * whole, hides as little of the line, of panels and of nodes as can be, and is near its middle.
 */
export function placeList(
  { width, height }: Pick<Rect, "width" | "height">,
  { view, line, covers, boxes }: Surroundings,
): Rect | undefined {
  const seen = line.filter(({ x, y }) => rectContains(view, x, y));
  const step = Math.max(1, Math.ceil(seen.length / TRIED));
  const middle = seen[seen.length >> 1];
  let best: Rect | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < seen.length; at += step) {
    const point = seen[at];
    if (point === undefined || middle === undefined) continue;
    for (const [across, down] of SIDES) {
      const place = {
        x: point.x + sideOf(across, width),
        y: point.y + sideOf(down, height),
        width,
        height,
      };
      const list = movedInto(view, place);
      const space = inflateRect(list, GAP / 2);
      const hidden = seen.filter(({ x, y }) => rectContains(space, x, y)).length;
      const distance = Math.hypot(list.x + width / 2 - middle.x, list.y + height / 2 - middle.y);
      const cost =
        LINE_COST * hidden +
        COVER_COST * covers.filter((cover) => rectsOverlap(cover, list)).length +
        NODE_COST * boxes.reduce((sum, box) => sum + sharedArea(box, space), 0) +
        distance;
      if (cost >= least) continue;
      least = cost;
      best = list;
    }
  }
  return best;
}

/** From a point to the start of what stands on a side of it: after, before, or around it. */
function sideOf(side: -1 | 0 | 1, length: number): number {
  if (side === 0) return -length / 2;
  return side > 0 ? GAP : -GAP - length;
}

/** As near to a place as the view has room for all of it. */
function movedInto(view: Rect, place: Rect): Rect {
  const into = (start: number, length: number, from: number, room: number): number =>
    Math.max(from, Math.min(start, from + room - length));
  return {
    ...place,
    x: into(place.x, place.width, view.x, view.width),
    y: into(place.y, place.height, view.y, view.height),
  };
}

function sharedArea(a: Rect, b: Rect): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}
