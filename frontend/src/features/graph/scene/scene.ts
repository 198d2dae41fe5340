/**
 * The scene: what the layout made of the open scopes, as plain data in world units (pixels at
 * zoom 1, y downwards). It knows neither the canvas nor the camera.
 */
import type { Rect } from "../../../lib/geometry/geometry";
import { RectIndex } from "../../../lib/geometry/rect-index";
import {
  isHorizontal,
  type LayoutOptions,
  type LayoutResult,
  type ScopeResult,
} from "../layout/request";
import { ANNOTATION_DROP } from "../layout/spacing";
import { hasIncoming } from "../scope/incoming-edges";
import type { EdgeKind, ScopeEdge, ScopeNode } from "../scope/model";
import type { AnnotationColumn } from "./annotation-column";
import { metaedgeWidth } from "./edge-width";
import type { LayoutSubject, Segment, SubjectScope } from "./layout-request";
import { type NameForms, nameForms } from "./name-forms";
import type { NodeFill } from "./node-fill";
import { parameterShares } from "./parameter-shares";
import type { SearchHits } from "./search-hits";

/** A node of the graph: a closed box, or an open scope with its inside. */
export interface SceneBox {
  readonly node: ScopeNode;
  readonly isOpen: boolean;
  /** What its label may be cut to beside those of its siblings. */
  readonly nameForms: NameForms;
  /** The name of the scope it stands in, and how many scopes are around it. */
  readonly scope: string;
  readonly depth: number;
  readonly worldRect: Rect;
  /** What stands small on its left and on its right, or below it. */
  readonly before: AnnotationColumn;
  readonly after: AnnotationColumn;
  readonly annotationsAre: "beside" | "below";
  /** A colour that the viewer gave it, and whether there is a note on it. */
  readonly paint: string | undefined;
  readonly isNoted: boolean;
  /** What it is coloured by; undefined for the colours of its kind. */
  readonly fill: NodeFill | undefined;
  /** What a search found here, if anything. */
  readonly found: SearchHits | undefined;
  /** 1, but for what is appearing while a scope opens, and for what is faded. */
  readonly opacity: number;
}

/** One piece of a metaedge: between two boxes, or between a box and the border of its scope. */
export interface SceneEdge {
  /** The same in every scene that shows this piece. */
  readonly key: string;
  readonly source: string;
  readonly target: string;
  readonly kind: EdgeKind;
  /** How many scopes are around it. */
  readonly depth: number;
  readonly label: string | null;
  readonly tensors: number;
  /** Thickness in world units. */
  readonly width: number;
  /** x and y in turn, from source to target; drawn as `layout/route-curve` says. */
  readonly worldPoints: Float64Array;
  /** The middle of the label and how many times it may grow there; absent when it has no room. */
  readonly worldLabel:
    | { readonly x: number; readonly y: number; readonly growth: number }
    | undefined;
  /** Whether the metaedge ends here, rather than going on inside an open scope or outside. */
  readonly hasArrow: boolean;
  /** At which end it meets the border of its scope, where it is a bridge. */
  readonly border: "source" | "target" | undefined;
  /** What became of it, in a comparison. */
  readonly change: ScopeEdge["change"];
  readonly opacity: number;
}

export interface Scene {
  readonly worldBounds: Rect;
  readonly style: LayoutOptions;
  /** Every open scope stands before what is inside it. */
  readonly boxes: readonly SceneBox[];
  readonly edges: readonly SceneEdge[];
  readonly boxByName: ReadonlyMap<string, SceneBox>;
  /**
   * What part of the whole is in a node, by name: of the graph's parameters, or of the measured time
   * or memory while that colours the nodes.
   */
  readonly shares: ReadonlyMap<string, number>;
  /** Indices of boxes, with their annotations, and of edges near a place. */
  readonly boxIndex: RectIndex<SceneBox>;
  readonly edgeIndex: RectIndex<SceneEdge>;
}

export function composeScene(subject: LayoutSubject, result: LayoutResult): Scene {
  const boxes: SceneBox[] = [];
  const edges: SceneEdge[] = [];
  subject.scopes.forEach((scope, index) => {
    addBoxes(boxes, scope, result.scopes[index], result.options);
    addEdges(edges, scope, result.scopes[index]);
  });
  const { width, height, options } = result;
  const bounds = { x: 0, y: 0, width, height };
  return indexScene(bounds, options, boxes, edges, parameterShares(subject));
}

/** A scene of given drawables, with what finds them. */
export function indexScene(
  worldBounds: Rect,
  style: LayoutOptions,
  boxes: readonly SceneBox[],
  edges: readonly SceneEdge[],
  shares: Scene["shares"],
): Scene {
  const boxIndex = new RectIndex(boxes, footprint);
  const edgeIndex = new RectIndex(edges, routeBounds);
  const boxByName = new Map(boxes.map((box) => [box.node.name, box]));
  return { worldBounds, style, boxes, edges, boxByName, shares, boxIndex, edgeIndex };
}

function addBoxes(
  boxes: SceneBox[],
  { visible, children, before, after }: SubjectScope,
  result: ScopeResult,
  style: LayoutOptions,
): void {
  const { scope, open } = visible;
  const annotationsAre = isHorizontal(style) ? "below" : "beside";
  const forms = nameForms(children.map(({ item }) => item.label));
  children.forEach(({ item: node, isDrawn }, v) => {
    if (!isDrawn) return;
    const isOpen = open.has(node.name);
    boxes.push({
      node,
      isOpen,
      nameForms: forms[v],
      scope: scope.name,
      depth: visible.depth,
      worldRect: {
        x: result.x[v],
        y: result.y[v],
        width: result.width[v],
        height: result.height[v],
      },
      before: before[v],
      after: after[v],
      annotationsAre,
      paint: undefined,
      isNoted: false,
      fill: undefined,
      found: undefined,
      opacity: 1,
    });
  });
}

function addEdges(edges: SceneEdge[], scope: SubjectScope, result: ScopeResult): void {
  scope.segments.forEach((segment, e) => {
    const { edge } = segment;
    // Annotations at both ends stand for what is cut.
    if (result.pointStart[e] === result.pointStart[e + 1]) return;
    const x = result.labelX[e];
    const { source, target } = endNames(scope, segment);
    edges.push({
      key: `${scope.visible.scope.name}\n${source}\n${target}\n${edge.kind}`,
      source,
      target,
      kind: edge.kind,
      depth: scope.visible.depth,
      label: edge.label,
      tensors: edge.tensors,
      width: metaedgeWidth(edge),
      worldPoints: result.points.subarray(2 * result.pointStart[e], 2 * result.pointStart[e + 1]),
      worldLabel: Number.isNaN(x)
        ? undefined
        : { x, y: result.labelY[e], growth: result.labelGrowth[e] },
      hasArrow: endsAtBox(scope, segment),
      border: borderEnd(scope, segment),
      change: edge.change,
      opacity: 1,
    });
  });
}

/** What a piece joins, by name: the child, and the neighbour outside when it is a bridge. */
function endNames(
  { children }: SubjectScope,
  segment: Segment,
): { source: string; target: string } {
  return {
    source: children[segment.source]?.item.name ?? segment.sourceName,
    target: children[segment.target]?.item.name ?? segment.targetName,
  };
}

/** Ports stand after the children. */
function borderEnd({ children }: SubjectScope, segment: Segment): SceneEdge["border"] {
  const { length } = children;
  if (segment.source >= length) return "source";
  return segment.target >= length ? "target" : undefined;
}

/** At a closed box, or at an open one inside which the line is cut. */
function endsAtBox({ visible, children }: SubjectScope, segment: Segment): boolean {
  const target = children[segment.target];
  if (target === undefined) return false;
  const inside = visible.open.get(target.item.name);
  return inside === undefined || !hasIncoming(inside.scope, segment.sourceName, segment.edge.kind);
}

/** A box with its annotations. */
export function footprint(box: SceneBox): Rect {
  const { x, y, width, height } = box.worldRect;
  const [before, after] = [box.before.size, box.after.size];
  const rows = Math.max(before.height, after.height);
  if (box.annotationsAre === "below") {
    if (rows === 0) return box.worldRect;
    const wide = Math.max(width, before.width + after.width);
    const drop = ANNOTATION_DROP + rows;
    return { x: x + (width - wide) / 2, y, width: wide, height: height + drop };
  }
  const tall = Math.max(height, rows);
  return {
    x: x - before.width,
    y: y + (height - tall) / 2,
    width: width + before.width + after.width,
    height: tall,
  };
}

function routeBounds({ worldPoints, width }: SceneEdge): Rect {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < worldPoints.length; i += 2) {
    left = Math.min(left, worldPoints[i]);
    right = Math.max(right, worldPoints[i]);
    top = Math.min(top, worldPoints[i + 1]);
    bottom = Math.max(bottom, worldPoints[i + 1]);
  }
  const margin = width / 2 + 6;
  return {
    x: left - margin,
    y: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}
