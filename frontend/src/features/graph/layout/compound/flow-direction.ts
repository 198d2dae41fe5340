/**
 * Directions: the engine always draws bottom-up, and this turns what goes in and what comes out.
 *
 * In the frame of the flow, x and widths lie across the flow, y and heights along it; the scope's
 * own box has its corner at (0, 0). What depends on reading (the header on top, text that lies
 * flat) is turned here into rooms on one side or another.
 */
import type { Fold } from "../fold/fold-cuts";
import type { BaselineScope, CanvasShape, LayoutOptions, ScopeRequest } from "../request";
import { ANNOTATION_DROP, LABEL_HEIGHT, SCOPE_HEADER, SCOPE_PADDING } from "../spacing";

/** A scope in the frame of the flow: all widths lie across it, all heights along it. */
export interface FlowRequest extends ScopeRequest {
  /** Per edge, the size of its label along the flow; `labelWidth` is the one across. */
  readonly labelHeight: Float64Array;
  readonly insets: Insets;
  /** What the drawing is to fill, and which of its sides shows the end of the flow. */
  readonly canvas: CanvasShape;
  readonly isUpwards: boolean;
  readonly isTop: boolean;
  /** How its chains go on in columns side by side, where that was chosen. */
  readonly fold: Fold | undefined;
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

/** A box from left to right is no higher for its lines: they draw closer together instead. */
const MAX_HEIGHT_FOR_LINES = 64;

const NO_INSETS: Insets = { first: 0, last: 0, before: 0, after: 0 };
const WITH_HEADER = SCOPE_PADDING + SCOPE_HEADER;

/** The top level has neither border nor header. */
export function toFlowFrame(
  request: ScopeRequest,
  { direction }: LayoutOptions,
  canvas: CanvasShape,
  isTop: boolean,
  fold?: Fold,
): FlowRequest {
  const around = {
    first: SCOPE_PADDING,
    last: SCOPE_PADDING,
    before: SCOPE_PADDING,
    after: SCOPE_PADDING,
  };
  const labelHeight = request.labelWidth.map((width) => (width > 0 ? LABEL_HEIGHT : 0));
  const vertical = {
    ...request,
    ...withRoomForLines(request),
    ...(request.baseline && { baseline: withRoomForLines(request.baseline) }),
    labelHeight,
    canvas,
    isTop,
    fold,
    isUpwards: direction === "bottom-to-top",
    leastWidth: request.headerWidth,
    leastHeight: 0,
  };
  if (direction === "bottom-to-top") {
    return { ...vertical, insets: isTop ? NO_INSETS : { ...around, last: WITH_HEADER } };
  }
  if (direction === "top-down") {
    return { ...vertical, insets: isTop ? NO_INSETS : { ...around, first: WITH_HEADER } };
  }
  const { baseline } = request;
  return {
    ...request,
    ...turnedOver(request),
    ...(baseline && { baseline: turnedOver(baseline) }),
    canvas: { width: canvas.height, height: canvas.width },
    isTop,
    fold,
    isUpwards: false,
    roomBefore: new Float64Array(request.childCount),
    roomAfter: request.annotationHeight.map((height) =>
      height > 0 ? height + ANNOTATION_DROP : 0,
    ),
    annotationHeight: request.roomBefore.map((room, v) => room + request.roomAfter[v]),
    labelWidth: labelHeight,
    labelHeight: request.labelWidth,
    leastWidth: 0,
    leastHeight: request.headerWidth,
    insets: isTop ? NO_INSETS : { ...around, before: WITH_HEADER },
  };
}

type Boxes = Pick<BaselineScope, "boxWidth" | "boxHeight" | "lineRoom">;

/** Boxes that are as wide as the lines need that meet them below and above. */
function withRoomForLines<Scope extends Boxes>(scope: Scope): Scope {
  const { boxWidth, lineRoom } = scope;
  return { ...scope, boxWidth: boxWidth.map((width, v) => Math.max(width, lineRoom[v])) };
}

/** Boxes whose sides have changed places, and that lines meet there. */
function turnedOver<Scope extends Boxes>(scope: Scope): Scope {
  const { boxWidth, boxHeight, lineRoom } = scope;
  const across = boxHeight.map((height, v) =>
    Math.max(height, Math.min(MAX_HEIGHT_FOR_LINES, lineRoom[v])),
  );
  return { ...scope, boxWidth: across, boxHeight: boxWidth };
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
