/** What a viewer sees of the top level of a graph at first, in a canvas of some size. */
import { layOutScopes } from "../../src/features/graph/layout/compound/layout-scopes";
import {
  DEFAULT_OPTIONS,
  isHorizontal,
  type LayoutResult,
} from "../../src/features/graph/layout/request";
import { worldRectToView } from "../../src/features/graph/scene/camera";
import { type LayoutSubject, layoutSubject } from "../../src/features/graph/scene/layout-request";
import { composeScene, footprint, type Scene } from "../../src/features/graph/scene/scene";
import { emptyCache } from "../../src/features/graph/testing/whole-engine";
import { initialCamera } from "../../src/features/graph/viewport/initial-camera";
import { type Rect, rectOverlap } from "../../src/lib/geometry/geometry";
import type { BenchGraph } from "./graphs";
import { type Metrics, measureDrawing } from "./metrics";
import { drawingOf } from "./our-engine";
import { measureLetters, type RealGraph } from "./real-graphs";

/** The size of a canvas in CSS pixels. */
export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

export interface FirstView {
  readonly ms: number;
  readonly boxes: number;
  readonly lines: number;
  readonly direction: string;
  readonly world: CanvasSize;
  readonly zoom: number;
  /** The share of the canvas that the drawing takes, and that of its boxes that are in view. */
  readonly area: number;
  readonly shown: number;
  /** Lines with the fewest others beside them at both ends, and how many of them run straight. */
  readonly chained: number;
  readonly straight: number;
  readonly metrics: Metrics;
  /** What is drawn, as other engines are given it. */
  readonly graph: BenchGraph;
}

/** How far the ends of a straight line may be apart, in world units. */
const STRAIGHT = 2;

export function firstViewOf(real: RealGraph, canvas: CanvasSize): FirstView {
  const { subject, result } = layOut(real, canvas);
  const ms = Math.min(...[1, 2, 3].map(() => processorTime(() => layOut(real, canvas))));
  const graph = drawnGraph(real.name, subject, result);
  const scene = composeScene(subject, result);
  return {
    ms,
    boxes: scene.boxes.length,
    lines: scene.edges.length,
    direction: result.options.direction,
    world: { width: result.width, height: result.height },
    ...viewOf(scene, canvas),
    ...straightness(subject, result),
    metrics: measureDrawing(drawingOf(graph.graph, graph.request, graph.result)),
    graph: graph.graph,
  };
}

/** Milliseconds of the processor: what else runs on the machine takes none of them. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function layOut(
  real: RealGraph,
  canvas: CanvasSize,
): { subject: LayoutSubject; result: LayoutResult } {
  const scope = real.scopes.get("");
  if (scope === undefined) throw new Error(`${real.name} has no top level.`);
  const style = { ...DEFAULT_OPTIONS, direction: "by-canvas" } as const;
  const top = { scope, depth: 0, open: new Map() };
  const subject = layoutSubject(top, measureLetters, style, canvas);
  return { subject, result: layOutScopes(subject.request, emptyCache()) };
}

/** The boxes with their annotations, and the lines between them. */
function drawnGraph(name: string, { request }: LayoutSubject, result: LayoutResult) {
  const [scope] = request.scopes;
  const [places] = result.scopes;
  const isDrawn = (_: unknown, e: number): boolean =>
    places.pointStart[e] < places.pointStart[e + 1];
  const drawn = Array.from(scope.source.keys()).filter((e) => isDrawn(0, e));
  const pick = <T extends Int32Array | Float64Array>(values: T): T => values.filter(isDrawn) as T;
  const pointStart = Int32Array.from([
    ...drawn.map((e) => places.pointStart[e]),
    places.pointStart.at(-1) ?? 0,
  ]);
  const graph: BenchGraph = {
    name,
    nodeCount: scope.childCount,
    width: places.width.slice(0, scope.childCount),
    height: places.height.slice(0, scope.childCount),
    source: pick(scope.source),
    target: pick(scope.target),
  };
  return {
    graph,
    request: { ...scope, labelWidth: pick(scope.labelWidth) },
    result: {
      ...result,
      scopes: [{ ...places, pointStart, labelX: pick(places.labelX), labelY: pick(places.labelY) }],
    },
  };
}

function viewOf(scene: Scene, canvas: CanvasSize): Pick<FirstView, "zoom" | "area" | "shown"> {
  const camera = initialCamera(scene, canvas);
  const view: Rect = { x: 0, y: 0, ...canvas };
  const drawing = rectOverlap(view, worldRectToView(camera, scene.worldBounds));
  const isShown = (rect: Rect): boolean => {
    const overlap = rectOverlap(view, rect);
    return overlap.width * overlap.height > 0.9 * rect.width * rect.height;
  };
  const shown = scene.boxes.filter((box) => isShown(worldRectToView(camera, footprint(box))));
  return {
    zoom: camera.scale,
    area: (drawing.width * drawing.height) / (canvas.width * canvas.height),
    shown: shown.length / Math.max(1, scene.boxes.length),
  };
}

/** Of the lines that have the fewest beside them of all lines at both their ends. */
function straightness(
  { request }: LayoutSubject,
  result: LayoutResult,
): Pick<FirstView, "chained" | "straight"> {
  const [{ source, target, childCount }] = request.scopes;
  const [{ pointStart, points }] = result.scopes;
  const drawn = Array.from(source.keys()).filter(
    (e) => pointStart[e] < pointStart[e + 1] && source[e] !== target[e],
  );
  const leaving = new Int32Array(childCount);
  const entering = new Int32Array(childCount);
  for (const e of drawn) {
    leaving[source[e]]++;
    entering[target[e]]++;
  }
  const many = (e: number): number => Math.max(leaving[source[e]], entering[target[e]]);
  const fewestOut = new Float64Array(childCount).fill(Number.POSITIVE_INFINITY);
  const fewestIn = fewestOut.slice();
  for (const e of drawn) {
    fewestOut[source[e]] = Math.min(fewestOut[source[e]], many(e));
    fewestIn[target[e]] = Math.min(fewestIn[target[e]], many(e));
  }
  const axis = isHorizontal(result.options) ? 1 : 0;
  const isStraight = (e: number): boolean => {
    const route = points.subarray(2 * pointStart[e], 2 * pointStart[e + 1]);
    const across = Array.from(route).filter((_, i) => i % 2 === axis);
    return Math.max(...across) - Math.min(...across) <= STRAIGHT;
  };
  const chain = drawn.filter(
    (e) => many(e) <= fewestOut[source[e]] && many(e) <= fewestIn[target[e]],
  );
  return { chained: chain.length, straight: chain.filter(isStraight).length };
}
