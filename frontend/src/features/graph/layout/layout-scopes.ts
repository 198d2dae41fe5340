/**
 * Scopes inside scopes.
 *
 * Orders are made from the top down: a scope's ports stand in the order in which its parent's
 * edges arrive, and its inside is ordered to suit. They depend on no size of an open scope, so
 * siblings keep their ranks and their order whatever opens or closes. Coordinates are then made
 * from the bottom up: an open scope is laid out by itself and is one box in its parent, whose
 * edges end at its ports. One logical edge is thus a chain of routes joined at ports.
 */
import { contentKey } from "./content-key";
import { FIRST } from "./flat-graph";
import type { EndOffsets } from "./part-geometry";
import type { LayoutRequest, LayoutResult, ScopeRequest, ScopeResult } from "./request";
import { layOutScope, type ScopeGeometry } from "./scope-geometry";
import { type PortPlaces, planScope, portPlacesInside, type ScopePlan } from "./scope-plan";

/** Plans and geometries of earlier answers, by content. */
export interface LayoutCache {
  readonly plans: Map<string, ScopePlan>;
  readonly geometries: Map<string, ScopeGeometry>;
}

/** Entries kept of either kind; the oldest are dropped first. */
const MOST_KEPT = 500;

export function emptyCache(): LayoutCache {
  return { plans: new Map(), geometries: new Map() };
}

export function layOutScopes(request: LayoutRequest, cache: LayoutCache): LayoutResult {
  const plans = planAll(request, cache);
  const geometries = measureAll(request, plans, cache);
  return placeAll(request, plans, geometries);
}

/** A plan and the key that stands for everything it was made of. */
interface KeyedPlan {
  readonly plan: ScopePlan;
  readonly key: string;
}

function planAll({ scopes }: LayoutRequest, cache: LayoutCache): KeyedPlan[] {
  const ports = new Array<PortPlaces>(scopes.length);
  return scopes.map((scope, index) => {
    const places = ports[index] ?? portsByDirection(scope);
    const keyed = planOnce(scope, places, cache);
    for (let v = 0; v < scope.childCount; v++) {
      const inside = scope.openScope[v];
      if (inside >= 0) {
        ports[inside] = portPlacesInside(keyed.plan.parts, scope, v, scopes[inside]);
      }
    }
    return keyed;
  });
}

/** Port places of a scope that has no parent in the request. */
function portsByDirection(scope: ScopeRequest): PortPlaces {
  const side = scope.portLeaves.map((leaves) => FIRST + leaves);
  return { side, place: Float64Array.from(side.keys()) };
}

function planOnce(scope: ScopeRequest, ports: PortPlaces, cache: LayoutCache): KeyedPlan {
  const key = contentKey([
    scope.childCount,
    scope.source,
    scope.target,
    scope.weight,
    scope.boxWidth,
    scope.boxHeight,
    scope.roomBefore,
    scope.roomAfter,
    scope.annotationHeight,
    ports.side,
    ports.place,
  ]);
  return { key, plan: keep(cache.plans, key, () => planScope(scope, ports)) };
}

function measureAll(
  { scopes }: LayoutRequest,
  plans: readonly KeyedPlan[],
  cache: LayoutCache,
): ScopeGeometry[] {
  const geometries = new Array<ScopeGeometry>(scopes.length);
  for (let index = scopes.length - 1; index >= 0; index--) {
    geometries[index] = measureOnce(scopes, index, plans[index], geometries, cache);
  }
  return geometries;
}

function measureOnce(
  scopes: readonly ScopeRequest[],
  index: number,
  { plan, key }: KeyedPlan,
  geometries: readonly ScopeGeometry[],
  cache: LayoutCache,
): ScopeGeometry {
  const scope = scopes[index];
  const sizeOf = (closed: Float64Array, side: "width" | "height"): Float64Array =>
    closed.map((size, v) => geometries[scope.openScope[v]]?.[side] ?? size);
  const width = sizeOf(scope.boxWidth, "width");
  const height = sizeOf(scope.boxHeight, "height");
  const ports = endOffsets(scopes, scope, geometries);
  const isTop = index === 0;
  const lines = [scope.labelWidth, scope.thickness, scope.headerWidth];
  const sizes = [width, height, ports.atSource, ports.atTarget, ...lines];
  const sizedKey = `${key} ${contentKey([...sizes, Number(isTop)])}`;
  return keep(cache.geometries, sizedKey, () =>
    layOutScope(scope, plan, { width, height, ports }, isTop),
  );
}

/** Where the edges of a scope meet the ports of its open children. */
function endOffsets(
  scopes: readonly ScopeRequest[],
  scope: ScopeRequest,
  geometries: readonly ScopeGeometry[],
): EndOffsets {
  const offset = (node: number, port: number): number => {
    const inside = port < 0 ? -1 : scope.openScope[node];
    if (inside < 0) return Number.NaN;
    const { boxes, width } = geometries[inside];
    return boxes.x[scopes[inside].childCount + port] - width / 2;
  };
  return {
    atSource: Float64Array.from(scope.source, (v, e) => offset(v, scope.sourcePort[e])),
    atTarget: Float64Array.from(scope.target, (v, e) => offset(v, scope.targetPort[e])),
  };
}

/** Turns local coordinates along the flow into world units with y downwards. */
function placeAll(
  { scopes }: LayoutRequest,
  plans: readonly KeyedPlan[],
  geometries: readonly ScopeGeometry[],
): LayoutResult {
  const { width, height } = geometries[0];
  const left = new Float64Array(scopes.length);
  const bottom = new Float64Array(scopes.length).fill(height);
  const results = scopes.map((scope, index): ScopeResult => {
    const { boxes } = geometries[index];
    for (let v = 0; v < scope.childCount; v++) {
      const inside = scope.openScope[v];
      if (inside < 0) continue;
      left[inside] = left[index] + boxes.x[v] - boxes.width[v] / 2;
      bottom[inside] = bottom[index] - boxes.y[v] + boxes.height[v] / 2;
    }
    return place(plans[index].plan, geometries[index], left[index], bottom[index]);
  });
  return { width, height, scopes: results };
}

function place(
  plan: ScopePlan,
  { boxes, routes, labels }: ScopeGeometry,
  left: number,
  bottom: number,
): ScopeResult {
  const count = boxes.x.length;
  const edges = routes.pointStart.length - 1;
  const rank = new Int32Array(count).fill(-1);
  const order = rank.slice();
  const reversed = new Uint8Array(edges);
  for (const { part, dag, layered, order: partOrder } of plan.parts) {
    part.nodes.forEach((v, i) => {
      rank[v] = layered.rank[i];
      order[v] = partOrder.place[i];
    });
    part.edges.forEach((e, i) => {
      reversed[e] = dag.reversed[i];
    });
  }
  return {
    x: boxes.x.map((x, v) => left + x - boxes.width[v] / 2),
    y: boxes.y.map((y, v) => bottom - y - boxes.height[v] / 2),
    width: boxes.width.slice(),
    height: boxes.height.slice(),
    pointStart: routes.pointStart.slice(),
    points: routes.points.map((value, i) => (i % 2 === 0 ? left + value : bottom - value)),
    reversed,
    labelX: labels.x.map((x) => left + x),
    labelY: labels.y.map((y) => bottom - y),
    rank,
    place: order,
  };
}

/** The value kept under a key, made when it is not there. */
function keep<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}
