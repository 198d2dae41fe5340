/** The camera of a drawing that is shown for the first time. */
import { clamp, type Point, type Rect, rectUnion } from "../../../lib/geometry/geometry";
import type { Camera, ViewSize } from "../options/camera";
import { FIT_MARGIN, fitCamera, holdPoint, READABLE_SCALE } from "../scene/camera";
import type { Scene } from "../scene/scene";

/** What there is to know of a scene. */
export type Drawn = Pick<Scene, "worldBounds" | "boxes" | "edges" | "style">;

/**
 * All of the drawing where its names can be read then. Of a larger one where the main graph begins,
 * in a size to be read: as much of it lies on one side of the view's middle as on the other, and the
 * first node from which data flows is in view. Of open scopes, the main graph of the one with most
 * nodes is what there is to see; the beginning of the top level is in view if that hides no node of
 * it.
 */
export function initialCamera({ worldBounds, boxes, edges, style }: Drawn, size: ViewSize): Camera {
  const whole = fitCamera(worldBounds, size);
  if (whole.scale >= READABLE_SCALE) return whole;
  const scope = fullestScope(boxes);
  const main = mainBoxes(boxes, scope);
  const area = main.length === 0 ? worldBounds : main.reduce(rectUnion);
  const across = { lengths: spans(main, "x"), share: 0.5 };
  const down = { lengths: spans(main, "y"), share: 0.5 };
  const { direction } = style;
  if (direction === "left-to-right") across.share = 0;
  else down.share = direction === "top-down" ? 0 : 1;
  const middle = {
    x: middleOf(across, [area.x, area.width], [worldBounds.x, worldBounds.width], size.width),
    y: middleOf(down, [area.y, area.height], [worldBounds.y, worldBounds.height], size.height),
  };
  const firsts = ["", scope].flatMap((each) => firstSource(boxes, edges, each) ?? []);
  const near = firsts.slice(-1).reduce((at, first) => turnedTo(first, at, size), middle);
  const wide = firsts.reduce((at, first) => turnedTo(first, at, size), middle);
  const seen = countSeen(main, wide, size) < countSeen(main, near, size) ? near : wide;
  const view = { x: size.width / 2, y: size.height / 2 };
  return holdPoint({ x: 0, y: 0, scale: READABLE_SCALE }, seen, view);
}

/** The scope in whose main graph most nodes stand, the outermost of several. */
function fullestScope(boxes: Drawn["boxes"]): string {
  const counts = new Map<string, number>();
  for (const { scope, node } of boxes) {
    if (node.role === "main") counts.set(scope, (counts.get(scope) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  const fullest = [...counts.keys()].filter((scope) => counts.get(scope) === most);
  return fullest.sort((a, b) => a.length - b.length)[0] ?? "";
}

/** The first node of a scope's main graph that has lines to others of it, and none from others. */
function firstSource(
  boxes: Drawn["boxes"],
  edges: Drawn["edges"],
  scope: string,
): Rect | undefined {
  const inside = boxes.filter((box) => box.scope === scope && box.node.role === "main");
  const names = new Set(inside.map(({ node }) => node.name));
  const leaving = new Set(edges.map(({ source }) => source));
  const between = edges.filter(({ source }) => names.has(source));
  const entering = new Set(between.map(({ target }) => target));
  return inside.find(({ node: { name } }) => leaving.has(name) && !entering.has(name))?.worldRect;
}

/** How many rectangles are wholly in a view with this middle. */
function countSeen(rects: readonly Rect[], middle: Point, size: ViewSize): number {
  const across = size.width / 2 / READABLE_SCALE;
  const down = size.height / 2 / READABLE_SCALE;
  return rects.filter(
    ({ x, y, width, height }) =>
      x >= middle.x - across &&
      x + width <= middle.x + across &&
      y >= middle.y - down &&
      y + height <= middle.y + down,
  ).length;
}

/** The middle of a view that has the whole of a rectangle in it, as near as that is. */
function turnedTo({ x, y, width, height }: Rect, middle: Point, size: ViewSize): Point {
  const across = (size.width / 2 - FIT_MARGIN) / READABLE_SCALE;
  const down = (size.height / 2 - FIT_MARGIN) / READABLE_SCALE;
  return {
    x: nearest(middle.x, x + width - across, x + across),
    y: nearest(middle.y, y + height - down, y + down),
  };
}

function nearest(value: number, least: number, most: number): number {
  return least > most ? most : clamp(value, least, most);
}

/** Where something begins, and how long it is. */
type Span = readonly [start: number, length: number];

/**
 * The place of the world in the middle of a view: in the middle of `area` where the view has the
 * room; else where as many lie before it as after it, or at the end at which the flow begins. The
 * view goes no further than the margin beside the drawing.
 */
function middleOf(
  { lengths, share }: { readonly lengths: readonly Span[]; readonly share: number },
  [start, length]: Span,
  [first, total]: Span,
  viewLength: number,
): number {
  const reach = (viewLength / 2 - FIT_MARGIN) / READABLE_SCALE;
  const middles = lengths.map(([from, of]) => from + of / 2).sort((a, b) => a - b);
  const median = middles[middles.length >> 1] ?? start + length / 2;
  const isWhole = length <= 2 * reach;
  const wanted = isWhole ? start + length / 2 : share === 0.5 ? median : start + share * length;
  if (total <= 2 * reach) return first + total / 2;
  return clamp(wanted, first + reach, first + total - reach);
}

function spans(rects: readonly Rect[], axis: "x" | "y"): Span[] {
  return rects.map((rect) => [rect[axis], axis === "x" ? rect.width : rect.height]);
}

/** The nodes of a scope's main graph. */
function mainBoxes(boxes: Drawn["boxes"], scope: string): Rect[] {
  return boxes
    .filter((box) => box.scope === scope && box.node.role === "main")
    .map(({ worldRect }) => worldRect);
}
