/** From one scene to the next: what stays moves, what is new appears. */
import { mix, mixRects } from "../../../lib/geometry/geometry";
import { indexScene, type Scene, type SceneBox, type SceneEdge } from "./scene";

/** Larger scenes change at once: moving them would cost frames and show little. */
const MAX_MOVING = 3_000;

export function canInterpolate(from: Scene, to: Scene): boolean {
  return from.boxes.length + to.boxes.length <= MAX_MOVING;
}

/** The scene a fraction `t` (0 to 1) of the way; it holds what the later scene holds. */
export function interpolateScenes(from: Scene, to: Scene, t: number): Scene {
  const edgeByKey = new Map(from.edges.map((edge) => [edge.key, edge]));
  return indexScene(
    mixRects(from.worldBounds, to.worldBounds, t),
    to.style,
    to.boxes.map((box) => boxBetween(from.boxByName.get(box.node.name), box, t)),
    to.edges.map((edge) => edgeBetween(edgeByKey.get(edge.key), edge, t)),
    to.shares,
  );
}

function boxBetween(from: SceneBox | undefined, to: SceneBox, t: number): SceneBox {
  if (from === undefined) return { ...to, opacity: to.opacity * appearing(t) };
  return { ...to, worldRect: mixRects(from.worldRect, to.worldRect, t) };
}

function edgeBetween(from: SceneEdge | undefined, to: SceneEdge, t: number): SceneEdge {
  if (from === undefined || from.worldPoints.length !== to.worldPoints.length) {
    return { ...to, opacity: to.opacity * appearing(t) };
  }
  const start = from.worldPoints;
  const [a, b] = [from.worldLabel, to.worldLabel];
  return {
    ...to,
    worldPoints: to.worldPoints.map((value, i) => mix(start[i], value, t)),
    worldLabel: a && b ? { x: mix(a.x, b.x, t), y: mix(a.y, b.y, t), growth: b.growth } : b,
  };
}

/** New things come while the room for them is made: they can be read long before all is still. */
function appearing(t: number): number {
  return Math.max(0, Math.min(1, (t - 0.1) / 0.6));
}

/** Fast at first, in response to the viewer, and slow at the end. */
export function easeOut(t: number): number {
  return 1 - (1 - t) ** 3;
}
