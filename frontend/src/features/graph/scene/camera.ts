/** Where the viewer looks from: pure arithmetic between world and view (CSS pixels). */
import { clamp, mix, type Point, type Rect } from "../../../lib/geometry/geometry";
import { type Camera, MAX_SCALE, MIN_SCALE, type Outlook, type ViewSize } from "../options/camera";

/** A drawing smaller than the view is not blown up beyond this. */
const MAX_FIT_SCALE = 1.25;
export const FIT_MARGIN = 28;
/** An opened scope of which less is in view is moved into view. */
const MIN_SHOWN = 0.75;

export function worldToView(camera: Camera, { x, y }: Point): Point {
  return { x: x * camera.scale + camera.x, y: y * camera.scale + camera.y };
}

export function viewToWorld(camera: Camera, { x, y }: Point): Point {
  return { x: (x - camera.x) / camera.scale, y: (y - camera.y) / camera.scale };
}

export function worldRectToView(camera: Camera, rect: Rect): Rect {
  return {
    ...worldToView(camera, rect),
    width: rect.width * camera.scale,
    height: rect.height * camera.scale,
  };
}

/** The part of the world that a view shows. */
export function visibleWorld(camera: Camera, { width, height }: ViewSize): Rect {
  return {
    ...viewToWorld(camera, { x: 0, y: 0 }),
    width: width / camera.scale,
    height: height / camera.scale,
  };
}

export function panBy(camera: Camera, viewDx: number, viewDy: number): Camera {
  return { ...camera, x: camera.x + viewDx, y: camera.y + viewDy };
}

/** Zooms so that what is under a point of the view stays there. */
export function zoomAt(camera: Camera, viewPoint: Point, factor: number): Camera {
  const scale = clamp(camera.scale * factor, MIN_SCALE, MAX_SCALE);
  return holdPoint({ ...camera, scale }, viewToWorld(camera, viewPoint), viewPoint);
}

/** The camera of the same scale that shows a point of the world at a point of the view. */
export function holdPoint(camera: Camera, world: Point, view: Point): Camera {
  return {
    scale: camera.scale,
    x: view.x - world.x * camera.scale,
    y: view.y - world.y * camera.scale,
  };
}

/**
 * The camera that shows in a view of some size what an outlook shows: all of it, its middle in the
 * middle. In a view of its own size it is the very same.
 */
export function cameraIn({ camera, size }: Outlook, now: ViewSize): Camera {
  if (size === undefined || (size.width === now.width && size.height === now.height)) return camera;
  const factor = Math.min(now.width / size.width, now.height / size.height);
  const scale = clamp(camera.scale * factor, MIN_SCALE, MAX_SCALE);
  const middle = viewToWorld(camera, { x: size.width / 2, y: size.height / 2 });
  return holdPoint({ ...camera, scale }, middle, { x: now.width / 2, y: now.height / 2 });
}

/** Shows a whole rectangle of the world in the middle of the view. */
export function fitCamera(worldRect: Rect, size: ViewSize): Camera {
  const across = (size.width - 2 * FIT_MARGIN) / Math.max(1, worldRect.width);
  const down = (size.height - 2 * FIT_MARGIN) / Math.max(1, worldRect.height);
  const scale = clamp(Math.min(across, down), MIN_SCALE, MAX_FIT_SCALE);
  const middle = {
    x: worldRect.x + worldRect.width / 2,
    y: worldRect.y + worldRect.height / 2,
  };
  const camera = { x: 0, y: 0, scale };
  return holdPoint(camera, middle, { x: size.width / 2, y: size.height / 2 });
}

/** Whether all of a rectangle of the world is in view. */
export function isInView(camera: Camera, worldRect: Rect, size: ViewSize): boolean {
  const { x, y, width, height } = worldRectToView(camera, worldRect);
  return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

/** The camera moved, as little as needed, so that a rectangle of the world is in view. */
export function bringIntoView(camera: Camera, worldRect: Rect, size: ViewSize): Camera {
  const { x, y, width, height } = worldRectToView(camera, worldRect);
  return panBy(
    camera,
    shiftInto(x, width, size.width, FIT_MARGIN),
    shiftInto(y, height, size.height, FIT_MARGIN),
  );
}

function shiftInto(start: number, length: number, room: number, margin: number): number {
  if (start < margin || length > room - 2 * margin) return margin - start;
  return Math.min(0, room - margin - (start + length));
}

/**
 * The camera moved, as little as needed, to show an opened scope, if much of it is out of view.
 *
 * The share in view is measured against what the view can show of the scope at all. What starts
 * in view, and with it the scope's name, stays there.
 */
export function showOpened(camera: Camera, worldRect: Rect, size: ViewSize): Camera {
  const { x, y, width, height } = worldRectToView(camera, worldRect);
  const across = shareInView(x, width, size.width);
  const down = shareInView(y, height, size.height);
  return across * down < MIN_SHOWN ? bringIntoView(camera, worldRect, size) : camera;
}

function shareInView(start: number, length: number, room: number): number {
  const shown = Math.min(start + length, room) - Math.max(start, 0);
  return Math.max(0, shown) / Math.max(1, Math.min(length, room));
}

export function mixCameras(a: Camera, b: Camera, t: number): Camera {
  return { x: mix(a.x, b.x, t), y: mix(a.y, b.y, t), scale: mix(a.scale, b.scale, t) };
}
