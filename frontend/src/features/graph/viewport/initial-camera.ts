/** The camera of a drawing that is shown for the first time. */
import { clamp, type Rect, rectUnion } from "../../../lib/geometry/geometry";
import type { Camera, ViewSize } from "../options/camera";
import { FIT_MARGIN, fitCamera, holdPoint, READABLE_SCALE } from "../scene/camera";
import type { Scene } from "../scene/scene";

/** What there is to know of a scene. */
export type Drawn = Pick<Scene, "worldBounds" | "boxes" | "style">;

/**
 * All of the drawing where its names can be read then. Of a larger one where the main graph begins,
 * in a size to be read: most of the main graph lies on both sides of the view's middle, and what the
 * data flows into first is in view.
 */
export function initialCamera({ worldBounds, boxes, style }: Drawn, size: ViewSize): Camera {
  const whole = fitCamera(worldBounds, size);
  if (whole.scale >= READABLE_SCALE) return whole;
  const main = mainBoxes(boxes);
  const area = main.length === 0 ? worldBounds : main.reduce(rectUnion);
  const across = { lengths: spans(main, "x"), share: 0.5 };
  const down = { lengths: spans(main, "y"), share: 0.5 };
  const { direction } = style;
  if (direction === "left-to-right") across.share = 0;
  else down.share = direction === "top-down" ? 0 : 1;
  const middle = {
    x: middleOf(across, [area.x, area.width], [worldBounds.x, worldBounds.width], size.width),
    y: middleOf(down, [area.y, area.height], [worldBounds.y, worldBounds.height], size.height),
  };
  const view = { x: size.width / 2, y: size.height / 2 };
  return holdPoint({ x: 0, y: 0, scale: READABLE_SCALE }, middle, view);
}

/** Where something begins, and how long it is. */
type Span = readonly [start: number, length: number];

/**
 * The place of the world in the middle of a view: in the middle of `area` where the view has the
 * room; else where as many lie before it as after it, or at the end at which the flow begins. The
 * view goes no further than the margin beside the drawing.
 */
function middleOf(
  { lengths, share }: { readonly lengths: readonly Span[]; readonly share: number },
  [start, length]: Span,
  [first, total]: Span,
  viewLength: number,
): number {
  const reach = (viewLength / 2 - FIT_MARGIN) / READABLE_SCALE;
  const middles = lengths.map(([from, of]) => from + of / 2).sort((a, b) => a - b);
  const median = middles[middles.length >> 1] ?? start + length / 2;
  const isWhole = length <= 2 * reach;
  const wanted = isWhole ? start + length / 2 : share === 0.5 ? median : start + share * length;
  if (total <= 2 * reach) return first + total / 2;
  return clamp(wanted, first + reach, first + total - reach);
}

function spans(rects: readonly Rect[], axis: "x" | "y"): Span[] {
  return rects.map((rect) => [rect[axis], axis === "x" ? rect.width : rect.height]);
}

/** The nodes of the top level's main graph. */
function mainBoxes(boxes: Drawn["boxes"]): Rect[] {
  return boxes
    .filter(({ depth, node }) => depth === 0 && node.role === "main")
    .map(({ worldRect }) => worldRect);
}
