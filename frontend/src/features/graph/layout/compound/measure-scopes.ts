/**
 * Plans from the top down and coordinates from the bottom up, of all scopes of a request.
 *
 * A scope's ports stand in the order in which its parent's edges arrive, and its inside is ordered
 * to suit; its size is then that of one box in its parent, whose edges end at its ports.
 */
import { contentKey } from "../core/content-key";
import { FIRST } from "../core/flat-graph";
import type { Steps } from "../core/resumable";
import { tabulate } from "../core/typed-arrays";
import type { Layers } from "../order/layer-and-order";
import type { BaselineScope, ScopeRequest } from "../request";
import type { EndOffsets, Style } from "./component-geometry";
import type { FlowRequest } from "./flow-direction";
import type { LatePasses } from "./late";
import { memoise } from "./memo";
import {
  type Planning,
  type PortsThenAndNow,
  planScope,
  portPlacesInside,
  type ScopePlan,
} from "./plan-scope";
import { layOutScope, type ScopeGeometry } from "./scope-geometry";

/** Plans, geometries and orders of earlier answers, by content. */
export interface LayoutCache {
  readonly plans: Map<string, ScopePlan>;
  readonly geometries: Map<string, ScopeGeometry>;
  /** Ranks and orders of parts: they are the same in every direction. */
  readonly layers: Map<string, Layers>;
  late: LatePasses | undefined;
}

/** How far a layout is: scopes come twice, once for their order and once for coordinates. */
export interface LayoutProgress {
  readonly phase: "ordering" | "placing";
  readonly done: number;
  readonly total: number;
}

/** The plans of scopes, and their coordinates. */
export interface Measured {
  readonly plans: readonly ScopePlan[];
  readonly geometries: readonly ScopeGeometry[];
}

/** Lays out all scopes, of which the first is the top level. */
export function* measureScopes(
  scopes: readonly FlowRequest[],
  planning: Planning,
  cache: LayoutCache,
): Generator<LayoutProgress, Measured> {
  const plans = yield* planAll(scopes, planning, cache);
  const geometries = yield* measureAll(scopes, plans, planning.style, cache);
  return { plans: plans.map(({ plan }) => plan), geometries };
}

/** A plan and the key that stands for everything it was made of. */
interface KeyedPlan {
  readonly plan: ScopePlan;
  readonly key: string;
}

function* planAll(
  scopes: readonly FlowRequest[],
  planning: Planning,
  cache: LayoutCache,
): Generator<LayoutProgress, KeyedPlan[]> {
  const ports = new Array<PortsThenAndNow>(scopes.length);
  const plans: KeyedPlan[] = [];
  for (const [index, scope] of scopes.entries()) {
    const progress = { phase: "ordering", done: index, total: scopes.length } as const;
    const places = ports[index] ?? portsByDirection(scope);
    const keyed = yield* during(planOnce(scope, places, planning, cache), progress);
    plans.push(keyed);
    const { parts, baselineParts } = keyed.plan;
    for (let v = 0; v < scope.childCount; v++) {
      const inside = scope.openScope[v];
      if (inside < 0) continue;
      const now = portPlacesInside(parts, scope, v, scopes[inside]);
      const baseline = baselineParts
        ? portPlacesInside(baselineParts, scope, v, scopes[inside])
        : now;
      ports[inside] = { now, baseline };
    }
    yield { phase: "ordering", done: index + 1, total: scopes.length };
  }
  return plans;
}

/** The plan of a scope that has no parent in the request. */
export function* planTop(
  scope: FlowRequest,
  planning: Planning,
  cache: LayoutCache,
): Steps<ScopePlan> {
  return (yield* planOnce(scope, portsByDirection(scope), planning, cache)).plan;
}

/** Port places of a scope that has no parent in the request. */
function portsByDirection(scope: ScopeRequest): PortsThenAndNow {
  const side = scope.portLeaves.map((leaves) => FIRST + leaves);
  const now = { side, place: Float64Array.from(side.keys()) };
  return { now, baseline: now };
}

function* planOnce(
  scope: FlowRequest,
  ports: PortsThenAndNow,
  planning: Planning,
  cache: LayoutCache,
): Steps<KeyedPlan> {
  const { spread, isRightAngled } = planning.style;
  const { childCount, source, target, series = 0, canvas, fold } = scope;
  const key = contentKey([
    ...[childCount, source, target, series],
    ...Object.values(drawnContent(scope)),
    ...Object.values(drawnContent({ ...scope, ...scope.baseline })),
    ...[scope.roomBefore, scope.roomAfter, scope.annotationHeight],
    ...[scope.labelWidth, scope.labelHeight, scope.thickness, scope.bundle ?? 0],
    ...[ports.now.side, ports.now.place, ports.baseline.side, ports.baseline.place],
    ...[...Object.values(scope.insets), Number(scope.isTop), Number(scope.isUpwards)],
    ...[canvas.width, canvas.height, spread, Number(isRightAngled)],
    ...[fold?.most ?? 0, fold?.width ?? 0, fold?.height ?? 0],
  ]);
  return { key, plan: yield* memoise(cache.plans, key, () => planScope(scope, ports, planning)) };
}

function drawnContent({ role, cut, weight, boxWidth, boxHeight }: BaselineScope) {
  return { role, cut, weight, boxWidth, boxHeight };
}

function* measureAll(
  scopes: readonly FlowRequest[],
  plans: readonly KeyedPlan[],
  style: Style,
  cache: LayoutCache,
): Generator<LayoutProgress, ScopeGeometry[]> {
  const geometries = new Array<ScopeGeometry>(scopes.length);
  for (let index = scopes.length - 1; index >= 0; index--) {
    const done = scopes.length - 1 - index;
    const measuring = measureOnce(scopes, index, plans[index], geometries, style, cache);
    geometries[index] = yield* during(measuring, { phase: "placing", done, total: scopes.length });
    yield { phase: "placing", done: done + 1, total: scopes.length };
  }
  return geometries;
}

function* measureOnce(
  scopes: readonly FlowRequest[],
  index: number,
  { plan, key }: KeyedPlan,
  geometries: readonly ScopeGeometry[],
  style: Style,
  cache: LayoutCache,
): Steps<ScopeGeometry> {
  const scope = withOpenChildren(scopes[index]);
  const sizeOf = (closed: Float64Array, side: "width" | "height"): Float64Array =>
    closed.map((size, v) => geometries[scope.openScope[v]]?.[side] ?? size);
  const width = sizeOf(scope.boxWidth, "width");
  const height = sizeOf(scope.boxHeight, "height");
  const ports = endOffsets(scopes, scope, geometries);
  const borders = [scope.leastWidth, scope.leastHeight];
  const sizes = [width, height, ports.atSource, ports.atTarget, scope.openScope, ...borders];
  const sizedKey = `${key} ${contentKey(sizes)}`;
  return yield* memoise(cache.geometries, sizedKey, () =>
    layOutScope(scope, plan, { width, height, ports }, style),
  );
}

/** Beside an open child nothing stands. */
function withOpenChildren(scope: FlowRequest): FlowRequest {
  const closedOnly = (room: Float64Array): Float64Array =>
    room.map((value, v) => (scope.openScope[v] < 0 ? value : 0));
  return {
    ...scope,
    roomBefore: closedOnly(scope.roomBefore),
    roomAfter: closedOnly(scope.roomAfter),
    annotationHeight: closedOnly(scope.annotationHeight),
  };
}

/** Where the edges of a scope meet the ports of its open children. */
function endOffsets(
  scopes: readonly FlowRequest[],
  scope: FlowRequest,
  geometries: readonly ScopeGeometry[],
): EndOffsets {
  const offset = (node: number, port: number): number => {
    const inside = port < 0 ? -1 : scope.openScope[node];
    if (inside < 0) return Number.NaN;
    const { boxes, width } = geometries[inside];
    return boxes.x[scopes[inside].childCount + port] - width / 2;
  };
  const edges = scope.source.length;
  return {
    atSource: tabulate(edges, (e) => offset(scope.source[e], scope.sourcePort[e])),
    atTarget: tabulate(edges, (e) => offset(scope.target[e], scope.targetPort[e])),
  };
}

/** Pauses whenever the work does, and tells how far the whole is. */
export function* during<T>(work: Steps<T>, progress: LayoutProgress): Generator<LayoutProgress, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield progress;
  }
}
