/** Our engine, as the worker runs it: one scope, nothing kept from earlier runs. */
import { layOutScopes } from "../../src/features/graph/layout/compound/layout-scopes";
import {
  isHorizontal,
  type LayoutResult,
  type ScopeRequest,
} from "../../src/features/graph/layout/request";
import { forEachPiece } from "../../src/features/graph/layout/route/route-curve";
import { LABEL_HEIGHT } from "../../src/features/graph/layout/spacing";
import { emptyCache } from "../../src/features/graph/testing/whole-engine";
import type { Drawing } from "./drawing";
import type { BenchGraph } from "./graphs";

/** `labelWidth` gives every edge a label of this width; 0 for none. */
export function requestFor(graph: BenchGraph, labelWidth: number): ScopeRequest {
  const nodes = (value: number): Float64Array => new Float64Array(graph.nodeCount).fill(value);
  const edges = graph.source.length;
  return {
    childCount: graph.nodeCount,
    boxWidth: graph.width.slice(),
    boxHeight: graph.height.slice(),
    lineRoom: nodes(0),
    roomBefore: nodes(0),
    roomAfter: nodes(0),
    annotationHeight: nodes(0),
    openScope: new Int32Array(graph.nodeCount).fill(-1),
    role: new Uint8Array(graph.nodeCount),
    portLeaves: new Uint8Array(0),
    source: graph.source.slice(),
    target: graph.target.slice(),
    weight: new Float64Array(edges).fill(1),
    cut: new Uint8Array(edges),
    labelWidth: new Float64Array(edges).fill(labelWidth),
    thickness: new Float64Array(edges).fill(1),
    sourcePort: new Int32Array(edges).fill(-1),
    targetPort: new Int32Array(edges).fill(-1),
    headerWidth: 0,
  };
}

export function layOutOnce(request: ScopeRequest): LayoutResult {
  return layOutScopes({ scopes: [request] }, emptyCache());
}

/** The result with its curves as the straight pieces that are drawn. */
export function drawingOf(graph: BenchGraph, request: ScopeRequest, result: LayoutResult): Drawing {
  const [scope] = result.scopes;
  const pieces: number[] = [];
  const pointStart = new Int32Array(graph.source.length + 1);
  for (let e = 0; e < graph.source.length; e++) {
    const [from, to] = [scope.pointStart[e], scope.pointStart[e + 1]];
    pieces.push(scope.points[2 * from], scope.points[2 * from + 1]);
    const add = (_x0: number, _y0: number, x1: number, y1: number) => pieces.push(x1, y1);
    forEachPiece(scope.points, from, to, add, isHorizontal(result.options));
    pointStart[e + 1] = pieces.length / 2;
  }
  return {
    x: scope.x,
    y: scope.y,
    width: scope.width,
    height: scope.height,
    source: graph.source,
    target: graph.target,
    pointStart,
    points: Float64Array.from(pieces),
    labels: labelBoxes(request, result),
  };
}

function labelBoxes(request: ScopeRequest, { scopes: [scope] }: LayoutResult): Float64Array {
  const boxes: number[] = [];
  for (let e = 0; e < request.labelWidth.length; e++) {
    if (Number.isNaN(scope.labelX[e])) continue;
    const width = request.labelWidth[e];
    boxes.push(scope.labelX[e] - width / 2, scope.labelY[e] - LABEL_HEIGHT / 2);
    boxes.push(width, LABEL_HEIGHT);
  }
  return Float64Array.from(boxes);
}
