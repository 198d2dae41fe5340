import type { LayoutOptions, LayoutResult, ScopeResult } from "../request";
import type { Boxes } from "../route/route-edges";
import { type FlowRequest, type ToWorld, toWorld } from "./flow-direction";
import type { ScopePlan } from "./plan-scope";
import type { ScopeGeometry, ScopeLines } from "./scope-geometry";

/** Puts every scope in its place and turns all coordinates to those of the screen. */
export function placeScopes(
  scopes: readonly FlowRequest[],
  plans: readonly ScopePlan[],
  geometries: readonly ScopeGeometry[],
  lines: readonly ScopeLines[],
  options: LayoutOptions,
): LayoutResult {
  const [{ width, height }] = geometries;
  const cornerX = new Float64Array(scopes.length);
  const cornerY = new Float64Array(scopes.length);
  const world = toWorld(options, height);
  const results = scopes.map((scope, index): ScopeResult => {
    const { boxes } = geometries[index];
    for (let v = 0; v < scope.childCount; v++) {
      const inside = scope.openScope[v];
      if (inside < 0) continue;
      cornerX[inside] = cornerX[index] + boxes.x[v] - boxes.width[v] / 2;
      cornerY[inside] = cornerY[index] + boxes.y[v] - boxes.height[v] / 2;
    }
    const [x, y] = [cornerX[index], cornerY[index]];
    return {
      ...places(plans[index], boxes, lines[index]),
      ...place(boxes, lines[index], x, y, world),
    };
  });
  const isVertical = options.direction !== "left-to-right";
  return {
    width: isVertical ? width : height,
    height: isVertical ? height : width,
    options,
    scopes: results,
  };
}

/** Per child, its rank and its place there; per edge, whether it is drawn against the flow. */
function places(
  plan: ScopePlan,
  boxes: Boxes,
  { routes }: ScopeLines,
): Pick<ScopeResult, "rank" | "place" | "reversed"> {
  const reversed = new Uint8Array(routes.pointStart.length - 1);
  const rank = new Int32Array(boxes.x.length).fill(-1);
  const order = rank.slice();
  for (const { part, dag, layered, order: partOrder } of plan.parts) {
    part.nodes.forEach((v, i) => {
      rank[v] = layered.rank[i];
      order[v] = partOrder.place[i];
    });
    part.edges.forEach((e, i) => {
      reversed[e] = dag.reversed[i];
    });
  }
  return { rank, place: order, reversed };
}

function place(
  boxes: Boxes,
  { routes, labels }: ScopeLines,
  cornerX: number,
  cornerY: number,
  world: ToWorld,
): Omit<ScopeResult, "rank" | "place" | "reversed"> {
  const width = (world.isSwapped ? boxes.height : boxes.width).slice();
  const height = (world.isSwapped ? boxes.width : boxes.height).slice();
  const [x, y] = turn(boxes.x, boxes.y, cornerX, cornerY, world);
  const [labelX, labelY] = turn(labels.x, labels.y, cornerX, cornerY, world);
  for (let v = 0; v < x.length; v++) {
    x[v] -= width[v] / 2;
    y[v] -= height[v] / 2;
  }
  return {
    x,
    y,
    width,
    height,
    pointStart: routes.pointStart.slice(),
    points: turnPoints(routes.points, cornerX, cornerY, world),
    labelX,
    labelY,
    labelGrowth: labels.growth.slice(),
  };
}

function turn(
  x: Float64Array,
  y: Float64Array,
  cornerX: number,
  cornerY: number,
  { isSwapped, signY, shiftY }: ToWorld,
): [Float64Array, Float64Array] {
  const turnedX = new Float64Array(x.length);
  const turnedY = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    turnedX[i] = cornerX + x[i];
    turnedY[i] = shiftY + signY * (cornerY + y[i]);
  }
  return isSwapped ? [turnedY, turnedX] : [turnedX, turnedY];
}

/** The same for x and y in turn. */
function turnPoints(
  points: Float64Array,
  cornerX: number,
  cornerY: number,
  { isSwapped, signY, shiftY }: ToWorld,
): Float64Array {
  const turned = new Float64Array(points.length);
  const [atX, atY] = isSwapped ? [1, 0] : [0, 1];
  for (let i = 0; i < points.length; i += 2) {
    turned[i + atX] = cornerX + points[i];
    turned[i + atY] = shiftY + signY * (cornerY + points[i + 1]);
  }
  return turned;
}
