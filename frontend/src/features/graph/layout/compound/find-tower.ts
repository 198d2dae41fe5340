/** Whether a first view is a narrow tower, whose chains may be folded (see `fold/choose-folds`). */
import type { FoldedDrawing, Folds } from "../fold/choose-folds";
import { MAX_FOLDED_NODES } from "../request";
import { fitScale } from "./arrange-groups";
import type { FlowRequest } from "./flow-direction";
import { required } from "./late";
import {
  type LayoutCache,
  type LayoutProgress,
  type Measured,
  measureScopes,
} from "./measure-scopes";
import type { Planning } from "./plan-scope";

export const NO_FOLDS: Folds = new Map();

/** A drawing that covers a smaller share of its canvas is looked at. */
const MIN_SHARE = 0.5;
/** Nothing is shown larger than this when all of it is in view. */
const LARGE_ENOUGH = 2;

/** The folds of `first`, the scopes of the first view without what the viewer has changed. */
export function* foldTower(
  first: readonly FlowRequest[],
  planning: Planning,
  cache: LayoutCache,
): Generator<LayoutProgress, Folds> {
  const nodes = first.reduce((sum, { childCount }) => sum + childCount, 0);
  if (first.length === 0 || nodes > MAX_FOLDED_NODES) return NO_FOLDS;
  const draw = function* (folds: Folds): Generator<LayoutProgress, FoldedDrawing> {
    const scopes = first.map((scope, i) => ({ ...scope, fold: folds.get(i) }));
    return foldedDrawing(scopes, yield* measureScopes(scopes, planning, cache));
  };
  const plain = yield* measureScopes(first, planning, cache);
  return isTower(plain, first[0]) ? yield* required(cache.late).chooseFolds(draw) : NO_FOLDS;
}

/** Whether a drawing is as high as its canvas, and covers little of it. */
function isTower({ geometries }: Measured, { canvas }: FlowRequest): boolean {
  const [{ width, height }] = geometries;
  const isHigh = height * canvas.width > width * canvas.height;
  const zoom = fitScale({ width, height }, canvas);
  const share = (zoom * zoom * width * height) / (canvas.width * canvas.height);
  return isHigh && zoom < LARGE_ENOUGH && share < MIN_SHARE;
}

function foldedDrawing(
  scopes: readonly FlowRequest[],
  { plans, geometries }: Measured,
): FoldedDrawing {
  return {
    zoom: Math.min(LARGE_ENOUGH, fitScale(geometries[0], scopes[0].canvas)),
    scopes: scopes.map(({ childCount }, i) => ({
      width: geometries[i].boxes.width.slice(0, childCount),
      height: geometries[i].boxes.height.slice(0, childCount),
      parts: plans[i].parts,
    })),
  };
}
