/** Where the viewer looks from: pure arithmetic between world and view (CSS pixels). */
import { clamp, mix, type Point, type Rect, rectMiddle } from "../../../lib/geometry/geometry";
import { type Camera, MAX_SCALE, MIN_SCALE, type Outlook, type ViewSize } from "../options/camera";

/** A drawing smaller than the view is not blown up beyond this. */
export const MAX_FIT_SCALE = 2;
/** From this zoom on, the names of nodes are 10 px high. */
export const READABLE_SCALE = 0.8;
export const FIT_MARGIN = 28;

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
  const middle = { x: size.width / 2, y: size.height / 2 };
  return holdPoint({ x: 0, y: 0, scale }, rectMiddle(worldRect), middle);
}

/** Whether all of a rectangle of the world is in view. */
export function isInView(camera: Camera, worldRect: Rect, size: ViewSize): boolean {
  const { x, y, width, height } = worldRectToView(camera, worldRect);
  return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

export function mixCameras(a: Camera, b: Camera, t: number): Camera {
  return { x: mix(a.x, b.x, t), y: mix(a.y, b.y, t), scale: mix(a.scale, b.scale, t) };
}
