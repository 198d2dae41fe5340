/** The direction of the flow, where it is left to the canvas. */
import type { Steps } from "../core/resumable";
import {
  type CanvasShape,
  DEFAULT_OPTIONS,
  type LayoutOptions,
  type ScopeRequest,
} from "../request";
import { fitScale } from "./arrange-groups";
import { toFlowFrame } from "./flow-direction";
import { type LayoutCache, planTop } from "./measure-scopes";
import type { Planning } from "./plan-scope";

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
export function* chooseDirection(
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
    const { closed } = yield* planTop(request, planning, cache);
    return fitScale(closed, request.canvas);
  };
  const upright = yield* zoomTo(byDefault);
  if (upright >= READABLE) return byDefault;
  const turned = yield* zoomTo("left-to-right");
  return turned > TURN_GAIN * upright ? "left-to-right" : byDefault;
}
