/** The camera of a drawing that is shown for the first time. */
import {
  clamp,
  type Point,
  type Rect,
  rectsOverlap,
  rectUnion,
} from "../../../lib/geometry/geometry";
import type { Camera, ViewSize } from "../options/camera";
import {
  FIT_MARGIN,
  fitCamera,
  holdPoint,
  panBy,
  READABLE_SCALE,
  worldRectToView,
} from "../scene/camera";
import type { Scene, SceneBox } from "../scene/scene";
import { minimapRect, needsMinimap } from "./minimap-frame";

/** CSS pixels between a node and the minimap. */
const MAP_GAP = 16;
/** Views that are counted, at most: enough to find where most nodes are. */
const MOST_TRIED = 100;

/** What there is to know of a scene. */
export type Drawn = Pick<Scene, "worldBounds" | "boxes" | "edges" | "style">;

/**
 * All of the drawing where its names can be read then. Of a larger one where the model begins, in a
 * size to be read: as much of it lies on one side of the view's middle as on the other, and the
 * first node from which data flows is in view; unless another part has more than twice as many nodes
 * in view. The node with most parameters is in view in any case. Of open scopes, the one with most
 * nodes in its main graph is what there is to see.
 */
export function initialCamera({ worldBounds, boxes, edges, style }: Drawn, size: ViewSize): Camera {
  const whole = fitCamera(worldBounds, size);
  if (whole.scale >= READABLE_SCALE) return whole;
  const shown = modelAmong(fullestMainGraph(boxes), edges);
  const main = shown.map(({ worldRect }) => worldRect);
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
  const first = firstSource(shown, edges);
  const beginning = first === undefined ? middle : turnedTo(first, middle, size);
  const common = unlessFewer(beginning, main, worldBounds, size);
  const closed = boxes
    .filter(({ isOpen, node }) => !isOpen && node.role === "main")
    .map(({ worldRect }) => worldRect);
  const seen = withHeaviest(common, shown, first, closed, worldBounds, size);
  const view = { x: size.width / 2, y: size.height / 2 };
  const camera = holdPoint({ x: 0, y: 0, scale: READABLE_SCALE }, seen, view);
  return besideMinimap(camera, heaviestOf(shown), worldBounds, size);
}

/** The camera, moved as little as it takes for a node not to be under the minimap. */
function besideMinimap(
  camera: Camera,
  node: Rect | undefined,
  worldBounds: Rect,
  size: ViewSize,
): Camera {
  if (node === undefined || !needsMinimap(worldBounds, camera, size)) return camera;
  const [map, seen] = [minimapRect(worldBounds, size), worldRectToView(camera, node)];
  if (!rectsOverlap(map, seen)) return camera;
  const left = seen.x + seen.width + MAP_GAP - map.x;
  const up = seen.y + seen.height + MAP_GAP - map.y;
  return left < up ? panBy(camera, -left, 0) : panBy(camera, 0, -up);
}

/** The main graph with most nodes, of the top level or an open scope; of several, the outermost. */
function fullestMainGraph(boxes: Drawn["boxes"]): readonly SceneBox[] {
  const graphs = new Map<string, SceneBox[]>();
  for (const box of boxes) {
    if (box.node.role !== "main") continue;
    const others = graphs.get(box.scope);
    if (others === undefined) graphs.set(box.scope, [box]);
    else others.push(box);
  }
  return [...graphs.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
}

/**
 * Of some nodes, those with parameters, what data flows into them or from them, and what it comes to
 * from there: not the pipeline that reads and shuffles the data before. All of them where no
 * parameters are known.
 */
function modelAmong(all: readonly SceneBox[], edges: Drawn["edges"]): readonly SceneBox[] {
  const named = new Map(all.map((box) => [box.node.name, box]));
  const between = edges.filter(({ source, target }) => named.has(source) && named.has(target));
  const withParameters = all.filter(({ node }) => (node.costs.parameters ?? 0) > 0);
  const reached = new Set(withParameters.map(({ node }) => node.name));
  if (reached.size === 0) return all;
  const targets = new Map<string, string[]>();
  for (const { source, target } of between) {
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  }
  for (const name of reached) for (const target of targets.get(name) ?? []) reached.add(target);
  const feeding = between.filter(({ target }) => reached.has(target)).map(({ source }) => source);
  const model = new Set([...reached, ...feeding]);
  return all.filter(({ node }) => model.has(node.name));
}

/**
 * The middle of a view that has the node with most parameters in it, and that where data begins as
 * well, if there is room for both; else as many closed nodes as there can be around it. A node that
 * has none around it is in the middle.
 */
function withHeaviest(
  middle: Point,
  boxes: readonly SceneBox[],
  first: Rect | undefined,
  closed: readonly Rect[],
  world: Rect,
  size: ViewSize,
): Point {
  const heaviest = heaviestOf(boxes);
  if (heaviest === undefined) return middle;
  const both = first === undefined ? heaviest : rectUnion(heaviest, first);
  const hasRoom =
    both.width * READABLE_SCALE <= size.width && both.height * READABLE_SCALE <= size.height;
  const isWithFirst = first !== undefined && countSeen([first], middle, size) === 1;
  if (hasRoom && isWithFirst) return turnedTo(both, middle, size);
  const nearest = turnedTo(heaviest, middle, size);
  const isSeen = countSeen([heaviest], middle, size) === 1;
  const turned = (wanted: Point): Point => turnedTo(heaviest, wanted, size);
  const around = isSeen ? nearest : fullest(nearest, closed, 1, world, size, turned);
  return countSeen(closed, around, size) > 1 ? around : middleAt(heaviest, world, size);
}

/** The node with most parameters, if any are known. */
function heaviestOf(boxes: readonly SceneBox[]): Rect | undefined {
  const parametersOf = ({ node }: SceneBox): number => node.costs.parameters ?? 0;
  return boxes.reduce<SceneBox | undefined>(
    (most, box) => (parametersOf(box) > (most ? parametersOf(most) : 0) ? box : most),
    undefined,
  )?.worldRect;
}

/** The first of some nodes that has lines to others, and none from others of them. */
function firstSource(boxes: readonly SceneBox[], edges: Drawn["edges"]): Rect | undefined {
  const names = new Set(boxes.map(({ node }) => node.name));
  const leaving = new Set(edges.map(({ source }) => source));
  const between = edges.filter(({ source }) => names.has(source));
  const entering = new Set(between.map(({ target }) => target));
  const isFirst = ({ node: { name } }: SceneBox) => leaving.has(name) && !entering.has(name);
  return boxes.find(isFirst)?.worldRect;
}

/** The middle of a view, or of another that has more than twice as many rectangles in it. */
function unlessFewer(start: Point, rects: readonly Rect[], world: Rect, size: ViewSize): Point {
  return fullest(start, rects, 2, world, size, (middle) => middle);
}

/**
 * The middle of a view, or of that which has most rectangles in it, if these are more than `times`
 * as many; `turned` is applied to each middle that is tried.
 */
function fullest(
  start: Point,
  rects: readonly Rect[],
  times: number,
  world: Rect,
  size: ViewSize,
  turned: (middle: Point) => Point,
): Point {
  let best = start;
  let most = times * countSeen(rects, start, size);
  const step = Math.ceil(rects.length / MOST_TRIED);
  for (let at = 0; at < rects.length; at += step) {
    const middle = turned(middleAt(rects[at] ?? world, world, size));
    const count = countSeen(rects, middle, size);
    if (count > most) [best, most] = [middle, count];
  }
  return best;
}

/** The middle of a view with a rectangle in its middle, as far as the margin of the drawing lets it. */
function middleAt({ x, y, width, height }: Rect, world: Rect, size: ViewSize): Point {
  return {
    x: within(x + width / 2, [world.x, world.width], size.width),
    y: within(y + height / 2, [world.y, world.height], size.height),
  };
}

/** How many rectangles are wholly in a view with this middle. */
function countSeen(rects: readonly Rect[], middle: Point, size: ViewSize): number {
  const isIn = (at: number, length: number, from: number, view: number): boolean =>
    2 * Math.abs(at + length / 2 - from) + length <= view / READABLE_SCALE;
  const isSeen = ({ x, y, width, height }: Rect) =>
    isIn(x, width, middle.x, size.width) && isIn(y, height, middle.y, size.height);
  return rects.filter(isSeen).length;
}

/** The middle of a view that has the whole of a rectangle in it, as near as that is. */
function turnedTo({ x, y, width, height }: Rect, middle: Point, size: ViewSize): Point {
  const reach = (view: number, length: number): number => {
    const margin = clamp((view - length * READABLE_SCALE) / 2, 0, FIT_MARGIN);
    return (view / 2 - margin) / READABLE_SCALE;
  };
  const [across, down] = [reach(size.width, width), reach(size.height, height)];
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
 * room; else where as many lie before it as after it, or so that the view ends where the flow begins.
 */
function middleOf(
  { lengths, share }: { readonly lengths: readonly Span[]; readonly share: number },
  [start, length]: Span,
  world: Span,
  viewLength: number,
): number {
  const reach = (viewLength / 2 - FIT_MARGIN) / READABLE_SCALE;
  const middles = lengths.map(([from, of]) => from + of / 2).sort((a, b) => a - b);
  const median = middles[middles.length >> 1] ?? start + length / 2;
  const isWhole = length <= 2 * reach;
  const beginning = share === 0 ? start + reach : start + length - reach;
  const wanted = isWhole ? start + length / 2 : share === 0.5 ? median : beginning;
  return within(wanted, world, viewLength);
}

/** The middle of a view that goes no further than the margin beside the drawing. */
function within(wanted: number, [first, total]: Span, viewLength: number): number {
  const reach = (viewLength / 2 - FIT_MARGIN) / READABLE_SCALE;
  if (total <= 2 * reach) return first + total / 2;
  return clamp(wanted, first + reach, first + total - reach);
}

function spans(rects: readonly Rect[], axis: "x" | "y"): Span[] {
  return rects.map((rect) => [rect[axis], axis === "x" ? rect.width : rect.height]);
}
