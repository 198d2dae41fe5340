/** What is at a point of the world. */
import { distanceToSegment, rectContains } from "../../../lib/geometry/geometry";
import { isHorizontal } from "../layout/request";
import { forEachPiece } from "../layout/route/route-curve";
import { SCOPE_HEADER } from "../layout/spacing";
import type { ScopeAnnotation } from "../scope/model";
import { annotationRows } from "./annotation-rows";
import type { CutEnd } from "./cut-edge-stubs";
import { BUTTON_FROM, BUTTON_ROOM, LEGIBLE, MAX_HEADER_TEXT, TEXT_SIZES } from "./node-size";
import type { Scene, SceneBox, SceneEdge } from "./scene";

export type Hit =
  | { readonly kind: "button"; readonly box: SceneBox }
  | { readonly kind: "box"; readonly box: SceneBox }
  /** The ground of an open scope, below its header. */
  | { readonly kind: "inside"; readonly box: SceneBox }
  | { readonly kind: "annotation"; readonly box: SceneBox; readonly annotation: ScopeAnnotation }
  /** The end of a cut edge beside a box. */
  | { readonly kind: "cut"; readonly box: SceneBox; readonly cut: CutEnd }
  | { readonly kind: "edge"; readonly edge: SceneEdge };

/** How near to a line of an edge a point has to be, in view pixels. */
export const VIEW_REACH = 5;
/** The width of a letter of a title as a part of its size, in the mean. */
const LETTER = 0.55;

/**
 * The topmost thing at a point, or undefined for empty ground.
 *
 * `scale` is the zoom that the scene is drawn at. An open scope is hit where nothing inside it is.
 */
export function hitTest(
  scene: Scene,
  worldX: number,
  worldY: number,
  scale: number,
): Hit | undefined {
  const box = findBox(scene, worldX, worldY);
  if (box !== undefined && isButton(box, worldX, worldY, scale)) return { kind: "button", box };
  if (box !== undefined && (!box.isOpen || isTitle(box, worldX, worldY, scale))) {
    return { kind: "box", box };
  }
  const edge = findEdge(scene, worldX, worldY, VIEW_REACH / scale);
  if (edge !== undefined) return { kind: "edge", edge };
  const annotation = findAnnotation(scene, worldX, worldY);
  if (annotation !== undefined || box === undefined) return annotation;
  const isHeader = worldY < box.worldRect.y + SCOPE_HEADER;
  return { kind: isHeader ? "box" : "inside", box };
}

/** Whether a point is on the button that opens or closes a box, where one is drawn. */
export function isButton(box: SceneBox, worldX: number, worldY: number, scale: number): boolean {
  if (!box.node.expandable || scale < BUTTON_FROM) return false;
  const { x, y, width, height } = box.worldRect;
  const tall = box.isOpen ? SCOPE_HEADER : height;
  return rectContains({ x, y, width: Math.min(width, BUTTON_ROOM), height: tall }, worldX, worldY);
}

/** Whether a point is on the name of an open scope, which is drawn over the lines there. */
export function isTitle(box: SceneBox, worldX: number, worldY: number, scale: number): boolean {
  if (!box.isOpen) return false;
  const { x, y, width } = box.worldRect;
  const size = Math.max(TEXT_SIZES.metanode, Math.min(MAX_HEADER_TEXT, LEGIBLE / scale));
  const right = BUTTON_ROOM + LETTER * size * box.node.label.length;
  const title = { x, y, width: Math.min(width, right), height: SCOPE_HEADER };
  return rectContains(title, worldX, worldY);
}

function findBox(scene: Scene, x: number, y: number): SceneBox | undefined {
  const ids = scene.boxIndex.near({ x, y, width: 0, height: 0 });
  let found: SceneBox | undefined;
  for (const id of ids) if (rectContains(scene.boxes[id].worldRect, x, y)) found = scene.boxes[id];
  return found;
}

function findAnnotation(scene: Scene, x: number, y: number): Hit | undefined {
  for (const id of scene.boxIndex.near({ x, y, width: 0, height: 0 })) {
    const box = scene.boxes[id];
    for (const row of annotationRows(box)) {
      if (row.item === undefined || !rectContains(row.worldRect, x, y)) continue;
      const { annotation, cut } = row.item;
      return cut ? { kind: "cut", box, cut } : { kind: "annotation", box, annotation };
    }
  }
  return undefined;
}

function findEdge(scene: Scene, x: number, y: number, reach: number): SceneEdge | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let found: SceneEdge | undefined;
  const around = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
  const horizontal = isHorizontal(scene.style);
  for (const id of scene.edgeIndex.near(around)) {
    const edge = scene.edges[id];
    const beyond = Math.max(
      0,
      distanceToRoute(edge.worldPoints, x, y, horizontal) - edge.width / 2,
    );
    if (beyond > reach || beyond >= nearest) continue;
    nearest = beyond;
    found = edge;
  }
  return found;
}

/** How far a point is from the middle of a drawn route; curves may point along a level flow. */
export function distanceToRoute(
  points: Float64Array,
  x: number,
  y: number,
  horizontal = false,
): number {
  let nearest = Number.POSITIVE_INFINITY;
  const visit = (x0: number, y0: number, x1: number, y1: number): void => {
    nearest = Math.min(nearest, distanceToSegment(x, y, x0, y0, x1, y1));
  };
  forEachPiece(points, 0, points.length / 2, visit, horizontal);
  return nearest;
}
