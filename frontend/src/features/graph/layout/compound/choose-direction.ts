/** The direction of the flow, where it is left to the canvas. */
import type { Steps } from "../core/resumable";
import {
  type CanvasShape,
  DEFAULT_OPTIONS,
  type LayoutOptions,
  type ScopeRequest,
} from "../request";
import { fitScale } from "./arrange-groups";
import { type FlowRequest, toFlowFrame } from "./flow-direction";
import { type LayoutCache, planTop } from "./measure-scopes";
import { mostZoom } from "./most-zoom";
import type { Planning } from "./plan-scope";

/** From left to right where the top level can be drawn so much larger than from bottom to top. */
const TURN_GAIN = 1.25;
/** At this scale all names can be read: nothing is turned to be larger. */
const READABLE = 0.8;
/** A larger top level is not planned twice. */
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
  const frame = (direction: LayoutOptions["direction"]): FlowRequest =>
    toFlowFrame(scope, { ...DEFAULT_OPTIONS, direction }, canvas, true);
  const upright = yield* planTop(frame(byDefault), planning, cache);
  const zoom = fitScale(upright.closed, canvas);
  const request = frame("left-to-right");
  const most = upright.parts.map((part) => mostZoom(request, part, planning.style));
  if (zoom >= READABLE || Math.min(...most) <= TURN_GAIN * zoom) return byDefault;
  const turned = yield* planTop(request, planning, cache);
  return fitScale(turned.closed, request.canvas) > TURN_GAIN * zoom ? "left-to-right" : byDefault;
}
