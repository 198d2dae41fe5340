/** The point that stays in place when the viewer's choice changes the drawing. */
import type { Camera, ViewSize } from "../options/camera";
import { holdPoint, viewToWorld, worldToView } from "../scene/camera";
import type { Scene, SceneBox } from "../scene/scene";

/** Whether everything stands where it stood, and differs in what marks it only. */
export function hasSameContent(before: Scene, scene: Scene): boolean {
  return before.boxIndex === scene.boxIndex && before.edgeIndex === scene.edgeIndex;
}

/** Whether the same nodes are open; what differs then is what the viewer chose to see of them. */
export function hasSameOpen(before: Scene, scene: Scene): boolean {
  const open = (of: Scene): string[] =>
    of.boxes.filter(({ isOpen }) => isOpen).map(({ node }) => node.name);
  const names = new Set(open(before));
  const now = open(scene);
  return now.length === names.size && now.every((name) => names.has(name));
}

/** The camera that holds the middle of the view in place, within its column. */
export function holdMiddle(before: Scene, scene: Scene, camera: Camera, size: ViewSize): Camera {
  const middle = viewToWorld(camera, { x: size.width / 2, y: size.height / 2 });
  let least = Number.POSITIVE_INFINITY;
  let anchor: [from: SceneBox, to: SceneBox] | undefined;
  for (const from of before.boxes) {
    const to = scene.boxByName.get(from.node.name);
    if (to === undefined || to.node.role !== from.node.role || from.isOpen) continue;
    const { x, y } = from.worldRect;
    const distance = Math.hypot(x - middle.x, y - middle.y);
    if (distance >= least) continue;
    least = distance;
    anchor = [from, to];
  }
  if (anchor === undefined) return camera;
  return holdPoint(camera, anchor[1].worldRect, worldToView(camera, anchor[0].worldRect));
}
