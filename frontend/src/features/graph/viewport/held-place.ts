/** What stays in place, or in view, when the viewer's choice changes the drawing. */
import type { Camera, ViewSize } from "../options/camera";
import { holdPoint, viewToWorld, worldToView } from "../scene/camera";
import type { Scene, SceneBox } from "../scene/scene";

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

/** The node that left the main graph or joined it, where it is a single one. */
export function movedNode(before: Scene, scene: Scene): string | undefined {
  const moved = scene.boxes.filter(({ node }) => {
    const role = before.boxByName.get(node.name)?.node.role;
    return role !== undefined && (role === "main") !== (node.role === "main");
  });
  return moved.length === 1 ? moved[0]?.node.name : undefined;
}
