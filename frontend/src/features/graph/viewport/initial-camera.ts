/** The camera of a drawing that is shown for the first time. */
import { clamp } from "../../../lib/geometry/geometry";
import type { Camera, ViewSize } from "../options/camera";
import { FIT_MARGIN, fitCamera, holdPoint } from "../scene/camera";
import type { Scene } from "../scene/scene";

/** A view narrower than this is a phone's, where no name of a whole wide drawing can be read. */
const NARROW = 480;
/** The zoom at which names and counts are read well. */
const READABLE = 0.75;

/** What there is to know of a scene. */
export type Drawn = Pick<Scene, "worldBounds" | "boxes">;

/**
 * All of the drawing, but for a wide one in a narrow view. Of that the middle of the main graph is
 * shown, in a size to be read, as far as the view has the height for it.
 */
export function initialCamera({ worldBounds, boxes }: Drawn, size: ViewSize): Camera {
  const whole = fitCamera(worldBounds, size);
  if (size.width >= NARROW || whole.scale >= READABLE) return whole;
  const { x, y, width, height } = worldBounds;
  const down = (size.height - 2 * FIT_MARGIN) / Math.max(1, height);
  const scale = clamp(down, whole.scale, READABLE);
  // The view goes no further than the margin beside the drawing.
  const reach = Math.min(width / 2, (size.width / 2 - FIT_MARGIN) / scale);
  const middle = {
    x: clamp(mainMiddle(boxes) ?? x + width / 2, x + reach, x + width - reach),
    y: y + height / 2,
  };
  return holdPoint({ x: 0, y: 0, scale }, middle, { x: size.width / 2, y: size.height / 2 });
}

/** As many nodes of the top level's main graph are at its left as at its right. */
function mainMiddle(boxes: Drawn["boxes"]): number | undefined {
  const middles = boxes
    .filter(({ depth, node }) => depth === 0 && node.role === "main")
    .map(({ worldRect: { x, width } }) => x + width / 2)
    .sort((a, b) => a - b);
  return middles[middles.length >> 1];
}
