/** Where the minimap stands to the drawing: pure arithmetic in its own pixels. */
import { type Rect, rectOverlap } from "../../../lib/geometry/geometry";
import type { Camera, ViewSize } from "../options/camera";
import { visibleWorld } from "../scene/camera";

/** The most room that a minimap takes, in CSS pixels. */
const MAX_SIZE: ViewSize = { width: 200, height: 150 };
/** From this share of the drawing in view on, a minimap is of no use. */
const ENOUGH_SHOWN = 0.8;
/** The largest share of a view that a minimap may cover. */
const MAX_COVERED = 0.15;
/** As in minimap.css: from the corner of the view, and around the map. */
const MARGIN = 12;
const BORDER = 1;
/** The least size of the frame, so that it can be grabbed. */
const MIN_FRAME = 8;

/** The minimap's size for a drawing, and its pixels per world unit. */
export interface MinimapScale extends ViewSize {
  readonly scale: number;
}

export function minimapScale({ width, height }: Rect): MinimapScale {
  const scale = Math.min(
    MAX_SIZE.width / Math.max(1, width),
    MAX_SIZE.height / Math.max(1, height),
  );
  return {
    scale,
    width: Math.max(MIN_FRAME, Math.round(width * scale)),
    height: Math.max(MIN_FRAME, Math.round(height * scale)),
  };
}

/** Where a minimap stands over a view, with its border. */
export function minimapRect(worldBounds: Rect, view: ViewSize): Rect {
  const map = minimapScale(worldBounds);
  const [width, height] = [map.width + 2 * BORDER, map.height + 2 * BORDER];
  return { x: view.width - MARGIN - width, y: view.height - MARGIN - height, width, height };
}

/** The share of the drawing, by area, that a view shows. */
export function shownShare(worldBounds: Rect, camera: Camera, size: ViewSize): number {
  const shown = rectOverlap(worldBounds, visibleWorld(camera, size));
  const area = worldBounds.width * worldBounds.height;
  return area === 0 ? 1 : (shown.width * shown.height) / area;
}

/** Whether much of the drawing is out of view, and a map leaves room for what is in view. */
export function needsMinimap(worldBounds: Rect, camera: Camera, size: ViewSize): boolean {
  const map = minimapRect(worldBounds, size);
  const isSmall = map.width * map.height <= MAX_COVERED * size.width * size.height;
  return isSmall && shownShare(worldBounds, camera, size) < ENOUGH_SHOWN;
}

/** What is in view, in the minimap's pixels; as much of it as is on the map. */
export function frameOnMap(worldBounds: Rect, camera: Camera, size: ViewSize): Rect {
  const map = minimapScale(worldBounds);
  const world = visibleWorld(camera, size);
  const frame = {
    x: (world.x - worldBounds.x) * map.scale,
    y: (world.y - worldBounds.y) * map.scale,
    width: world.width * map.scale,
    height: world.height * map.scale,
  };
  const shown = rectOverlap(frame, { x: 0, y: 0, width: map.width, height: map.height });
  const [width, height] = [Math.max(MIN_FRAME, shown.width), Math.max(MIN_FRAME, shown.height)];
  return {
    x: Math.min(shown.x, map.width - width),
    y: Math.min(shown.y, map.height - height),
    width,
    height,
  };
}

/** The camera of the same scale with a point of the minimap in the middle of the view. */
export function cameraAtMapPoint(
  worldBounds: Rect,
  camera: Camera,
  size: ViewSize,
  mapX: number,
  mapY: number,
): Camera {
  const { scale } = minimapScale(worldBounds);
  return {
    scale: camera.scale,
    x: size.width / 2 - (worldBounds.x + mapX / scale) * camera.scale,
    y: size.height / 2 - (worldBounds.y + mapY / scale) * camera.scale,
  };
}
