/** Draws the part of a scene that is in an area of the world; the context's units are the world's. */
import { inflateRect, type Rect } from "../../../lib/geometry/geometry";
import { isHorizontal } from "../layout/request";
import { type Highlight, highlightedEdges } from "../scene/highlight";
import type { Scene, SceneBox, SceneEdge } from "../scene/scene";
import { drawAnnotations } from "./draw-annotations";
import { drawExtractColumns } from "./draw-auxiliary";
import { drawEdgeLabels, drawEdges } from "./draw-edges";
import {
  type Brush,
  drawNodes,
  drawScopeHeader,
  drawScopes,
  type Standing,
  type StandingOf,
} from "./draw-nodes";
import { drawSearchHits } from "./draw-search-hits";

/** Lines are drawn beyond their routes, in view pixels. */
const VIEW_MARGIN = 8;

export function drawScene(brush: Brush, scene: Scene, worldArea: Rect, emphasis: Highlight): void {
  const { boxes, edges } = findVisible(scene, inflateRect(worldArea, VIEW_MARGIN / brush.scale));
  const standingOf: StandingOf = (box) => standingIn(emphasis, box);
  const open = boxes.filter((box) => box.isOpen);
  const closed = boxes.filter((box) => !box.isOpen);
  drawExtractColumns(brush, scene, "");
  for (const scopes of byDepth(open)) {
    drawScopes(brush, scopes, standingOf);
    for (const { node } of scopes) drawExtractColumns(brush, scene, node.name);
  }
  drawAllEdges(brush, edges, highlightedEdges(scene, emphasis), isHorizontal(scene.style));
  for (const box of boxes) drawAnnotations(brush, box, emphasis.selected);
  drawNodes(brush, closed, standingOf);
  for (const box of open) drawScopeHeader(brush, box);
  brush.changes?.drawChanges(brush, boxes);
  brush.values?.drawValues(brush, closed);
  brush.signs?.drawSigns(brush, worldArea, standingOf);
  for (const box of boxes) drawSearchHits(brush, box);
  brush.context.globalAlpha = 1;
}

/** What is in an area, in the order of the scene. */
function findVisible(scene: Scene, area: Rect): Pick<Scene, "boxes" | "edges"> {
  return {
    boxes: pick(scene.boxes, scene.boxIndex.near(area)),
    edges: pick(scene.edges, scene.edgeIndex.near(area)),
  };
}

/** All of a list are the list itself: what is known of it is known of them. */
function pick<Item>(all: readonly Item[], ids: readonly number[]): readonly Item[] {
  return ids.length === all.length ? all : ids.map((id) => all[id] as Item);
}

/** The outermost first. */
function byDepth(boxes: readonly SceneBox[]): SceneBox[][] {
  const levels: SceneBox[][] = [];
  for (const box of boxes) {
    const level = levels[box.depth] ?? [];
    level.push(box);
    levels[box.depth] = level;
  }
  return levels.filter((level) => level !== undefined);
}

/** Plain edges first, then highlighted ones; labels over all of them. */
function drawAllEdges(
  { context, palette, scale }: Brush,
  edges: readonly SceneEdge[],
  emphasised: ReadonlySet<string>,
  isHorizontal: boolean,
): void {
  const isForward = ({ key }: SceneEdge): boolean => emphasised.has(key);
  const forward = emphasised.size === 0 ? [] : edges.filter(isForward);
  const plain = forward.length === 0 ? edges : edges.filter((edge) => !isForward(edge));
  drawEdges(context, plain, palette, scale, false, isHorizontal);
  drawEdges(context, forward, palette, scale, true, isHorizontal);
  drawEdgeLabels(context, plain, palette, scale, false);
  drawEdgeLabels(context, forward, palette, scale, true);
}

function standingIn({ selected, hovered }: Highlight, { node }: SceneBox): Standing {
  return node.name === selected ? "selected" : node.name === hovered ? "hovered" : "plain";
}
