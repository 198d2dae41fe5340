/**
 * Scopes inside scopes.
 *
 * Orders are made from the top down: a scope's ports stand in the order in which its parent's
 * edges arrive, and its inside is ordered to suit. They depend on no size of an open scope, so
 * siblings keep their ranks and their order whatever opens or closes. Coordinates are then made
 * from the bottom up: an open scope is laid out by itself and is one box in its parent, whose
 * edges end at its ports. One logical edge is thus a chain of routes joined at ports.
 */
import { contentKey } from "../core/content-key";
import { FIRST } from "../core/flat-graph";
import { finish, type Steps } from "../core/resumable";
import { tabulate } from "../core/typed-arrays";
import type { Layers } from "../order/layer-and-order";
import {
  type BaselineScope,
  type CanvasShape,
  DEFAULT_CANVAS,
  DEFAULT_OPTIONS,
  type LayoutOptions,
  type LayoutRequest,
  type LayoutResult,
  type LayoutStyle,
  type ScopeRequest,
} from "../request";
import { fitScale } from "./arrange-groups";
import type { EndOffsets, Style } from "./component-geometry";
import { type FlowRequest, toFlowFrame } from "./flow-direction";
import type { LatePasses } from "./late";
import { memoise } from "./memo";
import { placeScopes } from "./place-scopes";
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

/** Layouts that need the late passes throw `LatePassesMissing` until there are any. */
export function emptyCache(late?: LatePasses): LayoutCache {
  return { plans: new Map(), geometries: new Map(), layers: new Map(), late };
}

/** A factor on all default distances. */
const SPREADS = { compact: 0.75, normal: 1, airy: 1.5 } as const;

/** How far a layout is: scopes come twice, once for their order and once for coordinates. */
export interface LayoutProgress {
  readonly phase: "ordering" | "placing";
  readonly done: number;
  readonly total: number;
}

export function layOutScopes(request: LayoutRequest, cache: LayoutCache): LayoutResult {
  return finish(layOutInSteps(request, cache));
}

/** The same step by step: pauses within scopes and after each, so that others may have a turn. */
export function* layOutInSteps(
  request: LayoutRequest,
  cache: LayoutCache,
): Generator<LayoutProgress, LayoutResult> {
  const { canvas = DEFAULT_CANVAS } = request;
  const requested = { ...DEFAULT_OPTIONS, ...request.options };
  const planning = { style: styleOf(requested, cache.late), layers: cache.layers };
  const direction =
    requested.direction === "by-canvas"
      ? yield* during(chooseDirection(request.scopes[0], canvas, planning, cache), {
          phase: "ordering",
          done: 0,
          total: request.scopes.length,
        })
      : requested.direction;
  const options = { ...requested, direction };
  const scopes = request.scopes.map((scope, i) => toFlowFrame(scope, options, canvas, i === 0));
  const plans = yield* planAll(scopes, planning, cache);
  const geometries = yield* measureAll(scopes, plans, planning.style, cache);
  return placeScopes(
    scopes,
    plans.map(({ plan }) => plan),
    geometries,
    options,
  );
}

function styleOf({ spacing, edges }: LayoutStyle, late: LatePasses | undefined): Style {
  return { spread: SPREADS[spacing], isRightAngled: edges === "right-angled", late };
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
  const { childCount, source, target, series = 0, canvas } = scope;
  const key = contentKey([
    ...[childCount, source, target, series],
    ...Object.values(drawnContent(scope)),
    ...Object.values(drawnContent({ ...scope, ...scope.baseline })),
    ...[scope.roomBefore, scope.roomAfter, scope.annotationHeight],
    ...[scope.labelWidth, scope.labelHeight, scope.thickness, scope.bundle ?? 0],
    ...[ports.now.side, ports.now.place, ports.baseline.side, ports.baseline.place],
    ...[...Object.values(scope.insets), Number(scope.isTop), Number(scope.isUpwards)],
    ...[canvas.width, canvas.height, spread, Number(isRightAngled)],
  ]);
  return { key, plan: yield* memoise(cache.plans, key, () => planScope(scope, ports, planning)) };
}

function drawnContent({ role, cut, weight, boxWidth, boxHeight }: BaselineScope) {
  return { role, cut, weight, boxWidth, boxHeight };
}

/** From left to right where the top level can be drawn so much larger than from bottom to top. */
const TURN_GAIN = 1.25;
/** At this scale all names can be read: nothing is turned to be larger. */
const READABLE = 0.8;
/** A larger top level is not laid out twice. */
const MAX_TURNED = 400;

/**
 * The direction in which the top level, with everything in it closed and nothing changed by the
 * viewer, is drawn largest in a canvas: whatever opens, it stays the same.
 */
function* chooseDirection(
  top: ScopeRequest,
  canvas: CanvasShape,
  planning: Planning,
  cache: LayoutCache,
): Steps<LayoutOptions["direction"]> {
  const byDefault = DEFAULT_OPTIONS.direction;
  if (top.childCount > MAX_TURNED) return byDefault;
  const { baseline, ...drawn } = top;
  const scope = { ...drawn, ...baseline };
  const zoomTo = function* (direction: LayoutOptions["direction"]): Steps<number> {
    const request = toFlowFrame(scope, { ...DEFAULT_OPTIONS, direction }, canvas, true);
    const { plan } = yield* planOnce(request, portsByDirection(request), planning, cache);
    return fitScale(plan.closed, request.canvas);
  };
  const upright = yield* zoomTo(byDefault);
  if (upright >= READABLE) return byDefault;
  const turned = yield* zoomTo("left-to-right");
  return turned > TURN_GAIN * upright ? "left-to-right" : byDefault;
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
function* during<T>(work: Steps<T>, progress: LayoutProgress): Generator<LayoutProgress, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield progress;
  }
}
