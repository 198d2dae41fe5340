/**
 * Scopes inside scopes.
 *
 * Orders are made from the top down: a scope's ports stand in the order in which its parent's
 * edges arrive, and its inside is ordered to suit. They depend on no size of an open scope, so
 * siblings keep their ranks and their order whatever opens or closes. Coordinates are then made
 * from the bottom up: an open scope is laid out by itself and is one box in its parent, whose
 * edges end at its ports. One logical edge is thus a chain of routes joined at ports.
 */
import { finish } from "../core/resumable";
import {
  DEFAULT_CANVAS,
  DEFAULT_OPTIONS,
  type LayoutRequest,
  type LayoutResult,
  type LayoutStyle,
} from "../request";
import { chooseDirection } from "./choose-direction";
import type { Style } from "./component-geometry";
import { foldTower, NO_FOLDS } from "./find-tower";
import { toFlowFrame } from "./flow-direction";
import { type LatePasses, required } from "./late";
import { during, type LayoutCache, type LayoutProgress, measureScopes } from "./measure-scopes";
import { placeScopes } from "./place-scopes";
import type { ScopeLines } from "./scope-geometry";

export type { LayoutCache, LayoutProgress } from "./measure-scopes";

/** Layouts that need the late passes throw `LatePassesMissing` until there are any. */
export function emptyCache(late?: LatePasses): LayoutCache {
  return { plans: new Map(), geometries: new Map(), layers: new Map(), late };
}

/** A factor on all default distances. */
const SPREADS = { compact: 0.75, normal: 1, airy: 1.5 } as const;

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
  const first = (request.first ?? []).map(({ baseline, ...scope }, i) => {
    return toFlowFrame({ ...scope, ...baseline }, options, canvas, i === 0);
  });
  const chosen = yield* foldTower(first, planning, cache);
  const isFolded = chosen.size > 0;
  const folds = isFolded
    ? required(cache.late).foldsInside(request.scopes, first, chosen)
    : NO_FOLDS;
  const scopes = request.scopes.map((scope, i) => {
    return toFlowFrame(scope, options, canvas, i === 0, folds.get(i));
  });
  const { plans, geometries } = yield* measureScopes(scopes, planning, cache);
  const lines: ScopeLines[] = [];
  const progress = { phase: "placing", done: scopes.length, total: scopes.length } as const;
  for (const { draw } of geometries) lines.push(yield* during(draw(), progress));
  return placeScopes(scopes, plans, geometries, lines, options);
}

function styleOf({ spacing, edges }: LayoutStyle, late: LatePasses | undefined): Style {
  return { spread: SPREADS[spacing], isRightAngled: edges === "right-angled", late };
}
