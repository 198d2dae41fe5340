/**
 * Directions: the engine always draws bottom-up, and this turns what goes in and what comes out.
 *
 * In the frame of the flow, x and widths lie across the flow, y and heights along it; the scope's
 * own box has its corner at (0, 0). What depends on reading (the header on top, text that lies
 * flat) is turned here into rooms on one side or another.
 */
import type { LayoutOptions, ScopeRequest } from "../request";
import { LABEL_HEIGHT, SCOPE_HEADER, SCOPE_PADDING } from "../spacing";

/** A scope in the frame of the flow: all widths lie across it, all heights along it. */
export interface FlowRequest extends ScopeRequest {
  /** Per edge, the size of its label along the flow; `labelWidth` is the one across. */
  readonly labelHeight: Float64Array;
  readonly insets: Insets;
  /** The least size of the scope's box. */
  readonly leastWidth: number;
  readonly leastHeight: number;
}

/** Room between a scope's border and its inside, on either side of the flow and at its ends. */
export interface Insets {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

const NO_INSETS: Insets = { first: 0, last: 0, before: 0, after: 0 };
const WITH_HEADER = SCOPE_PADDING + SCOPE_HEADER;

/** The top level has neither border nor header. */
export function toFlowFrame(
  request: ScopeRequest,
  { direction }: LayoutOptions,
  isTop: boolean,
): FlowRequest {
  const around = {
    first: SCOPE_PADDING,
    last: SCOPE_PADDING,
    before: SCOPE_PADDING,
    after: SCOPE_PADDING,
  };
  const labelHeight = request.labelWidth.map((width) => (width > 0 ? LABEL_HEIGHT : 0));
  const vertical = { ...request, labelHeight, leastWidth: request.headerWidth, leastHeight: 0 };
  if (direction === "bottom-to-top") {
    return { ...vertical, insets: isTop ? NO_INSETS : { ...around, last: WITH_HEADER } };
  }
  if (direction === "top-down") {
    return { ...vertical, insets: isTop ? NO_INSETS : { ...around, first: WITH_HEADER } };
  }
  const { baseline } = request;
  return {
    ...request,
    boxWidth: request.boxHeight,
    boxHeight: request.boxWidth,
    ...(baseline && {
      baseline: { ...baseline, boxWidth: baseline.boxHeight, boxHeight: baseline.boxWidth },
    }),
    roomBefore: new Float64Array(request.childCount),
    roomAfter: request.annotationHeight,
    annotationHeight: request.roomBefore.map((room, v) => room + request.roomAfter[v]),
    labelWidth: labelHeight,
    labelHeight: request.labelWidth,
    leastWidth: 0,
    leastHeight: request.headerWidth,
    insets: isTop ? NO_INSETS : { ...around, before: WITH_HEADER },
  };
}

/** How points of the flow frame lie on the screen: turned over, then shifted downwards. */
export interface ToWorld {
  /** Whether x and y change places. */
  readonly isSwapped: boolean;
  readonly signY: 1 | -1;
  readonly shiftY: number;
}

/** `height` is that of the whole drawing along the flow. */
export function toWorld({ direction }: LayoutOptions, height: number): ToWorld {
  if (direction === "bottom-to-top") return { isSwapped: false, signY: -1, shiftY: height };
  return { isSwapped: direction === "left-to-right", signY: 1, shiftY: 0 };
}
