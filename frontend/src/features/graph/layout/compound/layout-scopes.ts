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
import {
  DEFAULT_OPTIONS,
  type LayoutOptions,
  type LayoutRequest,
  type LayoutResult,
  type ScopeRequest,
} from "../request";
import type { EndOffsets } from "./component-geometry";
import { type FlowRequest, toFlowFrame } from "./flow-direction";
import { placeScopes } from "./place-scopes";
import { type PortsThenAndNow, planScope, portPlacesInside, type ScopePlan } from "./plan-scope";
import { layOutScope, type ScopeGeometry } from "./scope-geometry";

/** Plans and geometries of earlier answers, by content. */
export interface LayoutCache {
  readonly plans: Map<string, ScopePlan>;
  readonly geometries: Map<string, ScopeGeometry>;
}

/** Cached entries of either kind; the oldest are dropped first. */
const MAX_CACHED = 500;

export function emptyCache(): LayoutCache {
  return { plans: new Map(), geometries: new Map() };
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
  const options = { ...DEFAULT_OPTIONS, ...request.options };
  const scopes = request.scopes.map((scope, i) => toFlowFrame(scope, options, i === 0));
  const plans = yield* planAll(scopes, cache);
  const geometries = yield* measureAll(scopes, plans, options, cache);
  return placeScopes(
    scopes,
    plans.map(({ plan }) => plan),
    geometries,
    options,
  );
}

/** A plan and the key that stands for everything it was made of. */
interface KeyedPlan {
  readonly plan: ScopePlan;
  readonly key: string;
}

function* planAll(
  scopes: readonly FlowRequest[],
  cache: LayoutCache,
): Generator<LayoutProgress, KeyedPlan[]> {
  const ports = new Array<PortsThenAndNow>(scopes.length);
  const plans: KeyedPlan[] = [];
  for (const [index, scope] of scopes.entries()) {
    const progress = { phase: "ordering", done: index, total: scopes.length } as const;
    const planning = planOnce(scope, ports[index] ?? portsByDirection(scope), cache);
    const keyed = yield* during(planning, progress);
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
  cache: LayoutCache,
): Steps<KeyedPlan> {
  const key = contentKey([
    scope.childCount,
    scope.source,
    scope.target,
    scope.weight,
    scope.role,
    scope.cut,
    scope.series ?? 0,
    scope.boxWidth,
    scope.boxHeight,
    ...baselineContent(scope),
    ports.now.side,
    ports.now.place,
    ports.baseline.side,
    ports.baseline.place,
  ]);
  return { key, plan: yield* memoise(cache.plans, key, () => planScope(scope, ports)) };
}

function baselineContent({ baseline, ...now }: FlowRequest): (Uint8Array | Float64Array)[] {
  const { role, cut, weight, boxWidth, boxHeight } = baseline ?? now;
  return [role, cut, weight, boxWidth, boxHeight];
}

function* measureAll(
  scopes: readonly FlowRequest[],
  plans: readonly KeyedPlan[],
  options: LayoutOptions,
  cache: LayoutCache,
): Generator<LayoutProgress, ScopeGeometry[]> {
  const geometries = new Array<ScopeGeometry>(scopes.length);
  for (let index = scopes.length - 1; index >= 0; index--) {
    const done = scopes.length - 1 - index;
    const measuring = measureOnce(scopes, index, plans[index], geometries, options, cache);
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
  options: LayoutOptions,
  cache: LayoutCache,
): Steps<ScopeGeometry> {
  const scope = scopes[index];
  const sizeOf = (closed: Float64Array, side: "width" | "height"): Float64Array =>
    closed.map((size, v) => geometries[scope.openScope[v]]?.[side] ?? size);
  const width = sizeOf(scope.boxWidth, "width");
  const height = sizeOf(scope.boxHeight, "height");
  const ports = endOffsets(scopes, scope, geometries);
  const lines = [scope.labelWidth, scope.labelHeight, scope.thickness];
  const rooms = [scope.roomBefore, scope.roomAfter, scope.annotationHeight];
  const borders = [...Object.values(scope.insets), scope.leastWidth, scope.leastHeight];
  const sizes = [width, height, ports.atSource, ports.atTarget, ...lines, ...rooms, ...borders];
  const sizedKey = `${key} ${contentKey(sizes)} ${options.spacing} ${options.edges}`;
  const style = {
    spread: SPREADS[options.spacing],
    isRightAngled: options.edges === "right-angled",
  };
  return yield* memoise(cache.geometries, sizedKey, () =>
    layOutScope(scope, plan, { width, height, ports }, style),
  );
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

/** The cached value of a key, computed when it is not there. */
function* memoise<T>(memo: Map<string, T>, key: string, make: () => Steps<T>): Steps<T> {
  const known = memo.get(key);
  if (known !== undefined) return known;
  const made = yield* make();
  memo.set(key, made);
  const oldest = memo.keys().next().value;
  if (memo.size > MAX_CACHED && oldest !== undefined) memo.delete(oldest);
  return made;
}

/** Pauses whenever the work does, and tells how far the whole is. */
function* during<T>(work: Steps<T>, progress: LayoutProgress): Generator<LayoutProgress, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield progress;
  }
}
