/**
 * The camera that brings into sight what a viewer opens, finds or selects: in the part of the view
 * that no panel covers. Loaded after the first drawing.
 */
import { clamp, type Rect, rectMiddle, rectsOverlap } from "../../../lib/geometry/geometry";
import { type Camera, MAX_SCALE, MIN_SCALE, type ViewSize } from "../options/camera";
import {
  holdPoint,
  isInView,
  MAX_FIT_SCALE,
  panBy,
  READABLE_SCALE,
  worldRectToView,
  worldToView,
} from "../scene/camera";
import type { Scene, SceneBox } from "../scene/scene";
import { holdMiddle, movedNode } from "./held-place";
import { minimapRect, needsMinimap } from "./minimap-frame";

/** The least height of a node that was found, in CSS pixels, unless it is drawn at 100 %. */
const FOUND_HEIGHT = 28;

/** CSS pixels between a node and the edges of the view, where there is room for them. */
const MARGIN = 16;
/** With less than this share of a view free, panels are for reading, and the drawing is below. */
const MIN_FREE = 0.15;

/** What a camera is placed in. */
export interface Stage {
  readonly camera: Camera;
  readonly size: ViewSize;
  readonly scene: Pick<Scene, "boxes" | "worldBounds">;
  /** Panels over the canvas, in CSS pixels of the view. */
  readonly covers: readonly Rect[];
  /** Whether there is a minimap where much of the drawing is out of view. */
  readonly hasMinimap: boolean;
}

/** A node's box, and whether it is an open scope. */
export type PlacedBox = Pick<SceneBox, "worldRect" | "isOpen">;

/** The panels over a canvas: what stands beside it and is marked with `data-covers`. */
export function coversOf(canvas: HTMLCanvasElement): Rect[] {
  const { left, top } = canvas.getBoundingClientRect();
  const panels = canvas.parentElement?.querySelectorAll("[data-covers]") ?? [];
  return [...panels].map((panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    return { x: x - left, y: y - top, width, height };
  });
}

/**
 * The parts of a view beside, above and below all panels, each as large as it can be; the view
 * itself where all of them are small.
 */
export function freeParts(view: Rect, covers: readonly Rect[]): Rect[] {
  const parts = partsAround(view, covers).filter((part) => areaOf(part) >= MIN_FREE * areaOf(view));
  return parts.length > 0 ? parts : [view];
}

function partsAround(view: Rect, covers: readonly Rect[]): Rect[] {
  const cover = covers.find((one) => rectsOverlap(view, one));
  if (cover === undefined) return [view];
  const { x, y, width, height } = view;
  const [right, bottom] = [x + width, y + height];
  const [coverRight, coverBottom] = [cover.x + cover.width, cover.y + cover.height];
  return [
    { ...view, width: cover.x - x },
    { ...view, height: cover.y - y },
    { ...view, x: coverRight, width: right - coverRight },
    { ...view, y: coverBottom, height: bottom - coverBottom },
  ]
    .filter((part) => part.width > 0 && part.height > 0)
    .flatMap((part) => partsAround(part, covers));
}

function areaOf({ width, height }: Rect): number {
  return width * height;
}

/**
 * The whole of a scope that was opened, as large as it was, smaller as far as that is needed, and
 * never too small to be read. Of one that is too large for that, the first nodes below its title.
 */
export function showOpened(stage: Stage, { worldRect }: PlacedBox): Camera {
  const most = Math.max(stage.camera.scale, READABLE_SCALE);
  return placedInFree(stage, worldRect, most, (free) => {
    const scale = clamp(scaleIn(free, worldRect), READABLE_SCALE, most);
    const corner = worldToView(stage.camera, worldRect);
    const held = holdPoint({ ...stage.camera, scale }, worldRect, corner);
    const moved = intoFree(held, worldRect, free);
    const isTooWide = worldRect.width * scale > free.width;
    return isTooWide ? atFirstNodes(moved, stage.scene, worldRect, free) : moved;
  });
}

/**
 * The whole drawing after scopes were opened all over it, where it can be read so; otherwise a node
 * of it that the viewer had in view, as if that had been opened.
 */
export function showExpanded(stage: Stage, box: PlacedBox): Camera {
  const { worldBounds } = stage.scene;
  const most = Math.max(stage.camera.scale, READABLE_SCALE);
  const whole = placedInFree(stage, worldBounds, most, (free) => atMiddle(worldBounds, most, free));
  return whole.scale < READABLE_SCALE ? showOpened(stage, box) : whole;
}

/** A node that was found, in the middle and large enough to be read. */
export function showFound(stage: Stage, box: PlacedBox): Camera {
  if (box.isOpen) return showOpened(stage, box);
  const { worldRect } = box;
  const least = Math.max(READABLE_SCALE, Math.min(1, FOUND_HEIGHT / worldRect.height));
  const wanted = stage.camera.scale < least ? 1 : stage.camera.scale;
  return placedInFree(stage, worldRect, wanted, (free) => atMiddle(worldRect, wanted, free));
}

/** All of a node's box, as large as there is room for. */
export function zoomTo(stage: Stage, { worldRect }: PlacedBox): Camera {
  return placedInFree(stage, worldRect, MAX_FIT_SCALE, (free) =>
    atMiddle(worldRect, MAX_FIT_SCALE, free),
  );
}

/** A node's box in view: the camera moves as little as that takes, and never zooms. */
export function bringIntoView(stage: Stage, { worldRect }: PlacedBox): Camera {
  const { camera } = stage;
  return placedInFree(stage, worldRect, camera.scale, (free) => intoFree(camera, worldRect, free));
}

/** The same, of a node that is out of view or cut off; the minimap gives way by itself. */
export function keepInView(stage: Stage, box: PlacedBox): Camera {
  if (isInView(stage.camera, box.worldRect, stage.size)) return stage.camera;
  return bringIntoView(stage, box);
}

/**
 * What was in the middle stays there when the viewer chooses something else to see of the same
 * scopes; what changed its place, or is selected, stays in view.
 */
export function holdStill(
  stage: Stage & { readonly scene: Scene },
  before: Scene,
  selected: string | undefined,
): Camera {
  const { camera, scene, size } = stage;
  const [was, is] = [before.worldBounds, scene.worldBounds];
  const isSameSize = was.width === is.width && was.height === is.height;
  const held = isSameSize ? camera : holdMiddle(before, scene, camera, size);
  const name = movedNode(before, scene) ?? selected ?? "";
  const [old, box] = [before.boxByName.get(name), scene.boxByName.get(name)];
  const wasInView = old !== undefined && isInView(camera, old.worldRect, size);
  return box !== undefined && wasInView ? keepInView({ ...stage, camera: held }, box) : held;
}

/**
 * Places a camera beside the panels, and beside the minimap if that is there then: in the part of
 * the view where a rectangle can be drawn largest, up to a scale; of equal ones in the largest.
 */
function placedInFree(
  { scene, size, covers, hasMinimap }: Stage,
  worldRect: Rect,
  most: number,
  place: (free: Rect) => Camera,
): Camera {
  const best = (panels: readonly Rect[]): Rect => {
    const parts = freeParts({ x: 0, y: 0, ...size }, panels);
    const scales = parts.map((part) => Math.min(most, scaleIn(part, worldRect)));
    const largest = Math.max(...scales);
    return parts
      .filter((_, at) => scales[at] === largest)
      .reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one));
  };
  const camera = place(best(covers));
  if (!hasMinimap || !needsMinimap(scene.worldBounds, camera, size)) return camera;
  return place(best([...covers, minimapRect(scene.worldBounds, size)]));
}

/** The zoom at which a rectangle of the world fills a part of the view but for a margin. */
function scaleIn(part: Rect, worldRect: Rect): number {
  const across = (part.width - 2 * MARGIN) / Math.max(1, worldRect.width);
  const down = (part.height - 2 * MARGIN) / Math.max(1, worldRect.height);
  return clamp(Math.min(across, down), MIN_SCALE, MAX_SCALE);
}

/** In the middle of a part of the view, smaller where it has no room. */
function atMiddle(worldRect: Rect, most: number, free: Rect): Camera {
  const scale = Math.min(most, scaleIn(free, worldRect));
  return holdPoint({ x: 0, y: 0, scale }, rectMiddle(worldRect), rectMiddle(free));
}

function intoFree(camera: Camera, worldRect: Rect, free: Rect): Camera {
  const { x, y, width, height } = worldRectToView(camera, worldRect);
  return panBy(
    camera,
    shiftInto(x - free.x, width, free.width),
    shiftInto(y - free.y, height, free.height),
  );
}

/** How far to move a length into the room; its start, where it is too long. */
function shiftInto(start: number, length: number, room: number): number {
  const margin = clamp((room - length) / 2, 0, MARGIN);
  if (start < margin || length > room - 2 * margin) return margin - start;
  return Math.min(0, room - margin - (start + length));
}

/** The camera moved along a wide scope to the middle of those of its nodes that are at its top. */
function atFirstNodes(camera: Camera, { boxes }: Stage["scene"], scope: Rect, free: Rect): Camera {
  const bottom = scope.y + (free.height - 2 * MARGIN) / camera.scale;
  const middles = boxes
    .filter(({ worldRect }) => worldRect.y > scope.y && worldRect.y + worldRect.height < bottom)
    .filter(({ worldRect: { x, width } }) => x > scope.x && x + width < scope.x + scope.width)
    .map(({ worldRect: { x, width } }) => x + width / 2)
    .sort((one, other) => one - other);
  const middle = middles[middles.length >> 1];
  if (middle === undefined) return camera;
  const half = (free.width / 2 - MARGIN) / camera.scale;
  const x = clamp(middle, scope.x + half, scope.x + scope.width - half);
  return { ...camera, x: free.x + free.width / 2 - x * camera.scale };
}
