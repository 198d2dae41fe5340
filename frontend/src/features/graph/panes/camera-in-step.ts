/** Where to look from at one drawing, so that it shows what another one shows. */
import { clamp, type Point, type Rect } from "../../../lib/geometry/geometry";
import type { Camera, ViewSize } from "../options/camera";
import { holdPoint, viewToWorld } from "../scene/camera";

/** Two boxes that stand for one another, each in the world of its own drawing. */
export interface BoxPair {
  readonly here: Rect;
  readonly there: Rect;
  readonly isSelected: boolean;
  /** An open scope says little of where what is in it stands. */
  readonly isOpen: boolean;
}

/** How far from the middle of the view a pair counts, in parts of its diagonal. */
const REACH = 0.2;
const SELECTED_WEIGHT = 1e4;
const OPEN_WEIGHT = 1e-3;

/**
 * The camera of the other drawing, of the same zoom. What stands in the middle of the view stands in
 * the middle there, too; between pairs, the way from one to the other is shared out by distance, so
 * that a hand that moves one drawing moves the other without jumps. Within an open scope that both
 * have, what is in it counts alone. A selected pair stands at the same place in both, while it is in
 * view. Without any pair, the other drawing moves as this one does, from `before`, the cameras of
 * both.
 */
export function cameraInStep(
  camera: Camera,
  size: ViewSize,
  pairs: readonly BoxPair[],
  thereSize: ViewSize,
  before?: { readonly here: Camera; readonly there: Camera },
): Camera | undefined {
  const middle = viewToWorld(camera, { x: size.width / 2, y: size.height / 2 });
  const way =
    pairs.length === 0 ? lastWay(before, size, thereSize) : wayAt(middle, camera, size, pairs);
  if (way === undefined) return undefined;
  const there = { x: middle.x + way.x, y: middle.y + way.y };
  const at = { x: thereSize.width / 2, y: thereSize.height / 2 };
  return holdPoint(camera, there, at);
}

/** From a point here to the one there that corresponds. */
function wayAt(
  middle: Point,
  camera: Camera,
  { width, height }: ViewSize,
  all: readonly BoxPair[],
): Point {
  const around = innermostAround(middle, all);
  const pairs = all.filter(({ here, isSelected }) => isSelected || isInside(here, around));
  const reach = (REACH * Math.hypot(width, height)) / camera.scale;
  const ends = pairs.map(({ here, there, isOpen }) => {
    // Of an open scope, the place that is as far in.
    const [across, down] = isOpen ? sharesOf(middle, here) : [0.5, 0.5];
    return { from: pointIn(here, across, down), to: pointIn(there, across, down) };
  });
  const distances = ends.map(
    ({ from }) => ((from.x - middle.x) ** 2 + (from.y - middle.y) ** 2) / reach ** 2,
  );
  // From the nearest on, or all weights might be zero.
  const nearest = distances.reduce(
    (least, each) => Math.min(least, each),
    Number.POSITIVE_INFINITY,
  );
  let [sum, x, y] = [0, 0, 0];
  for (const [at, { isSelected, isOpen }] of pairs.entries()) {
    const end = ends[at];
    const distance = (distances[at] ?? 0) - nearest;
    if (end === undefined) continue;
    const own = isSelected ? SELECTED_WEIGHT : isOpen ? OPEN_WEIGHT : 1;
    const weight = own * Math.exp(-distance);
    sum += weight;
    x += weight * (end.to.x - end.from.x);
    y += weight * (end.to.y - end.from.y);
  }
  return { x: x / sum, y: y / sum };
}

/** How far into a rectangle a point is, from 0 to 1 each way; at its border for one outside. */
function sharesOf({ x, y }: Point, { x: left, y: top, width, height }: Rect): [number, number] {
  return [clamp((x - left) / width, 0, 1), clamp((y - top) / height, 0, 1)];
}

function pointIn({ x, y, width, height }: Rect, across: number, down: number): Point {
  return { x: x + across * width, y: y + down * height };
}

/** The smallest open scope at a point that both drawings have; undefined for the whole drawing. */
function innermostAround({ x, y }: Point, pairs: readonly BoxPair[]): Rect | undefined {
  const at = { x, y, width: 0, height: 0 };
  const around = pairs.filter(({ here, isOpen }) => isOpen && isInside(at, here));
  const areas = around.map(({ here }) => here.width * here.height);
  return around[areas.indexOf(Math.min(...areas))]?.here;
}

function isInside(inner: Rect, outer: Rect | undefined): boolean {
  return (
    outer === undefined ||
    (inner.x >= outer.x &&
      inner.y >= outer.y &&
      inner.x + inner.width <= outer.x + outer.width &&
      inner.y + inner.height <= outer.y + outer.height)
  );
}

/** From the middle of one view to that of the other, as it was. */
function lastWay(
  before: { readonly here: Camera; readonly there: Camera } | undefined,
  size: ViewSize,
  thereSize: ViewSize,
): Point | undefined {
  if (before === undefined) return undefined;
  const here = viewToWorld(before.here, { x: size.width / 2, y: size.height / 2 });
  const there = viewToWorld(before.there, { x: thereSize.width / 2, y: thereSize.height / 2 });
  return { x: there.x - here.x, y: there.y - here.y };
}
