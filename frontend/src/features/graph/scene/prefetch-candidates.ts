/** Which closed scopes a viewer may open next: those in view, then those nearest to it. */
import { distanceToRect, type Rect, rectMiddle } from "../../../lib/geometry/geometry";
import type { Scene, SceneBox } from "./scene";

/** As many as a viewer can take in. */
const MAX_SCOPES = 16;
/** Ops inside all of them together, for whose number nodes have to be sent at the most. */
const MAX_OPS = 20_000;

/** Their names, small ones first, for these are there soonest. */
export function prefetchCandidates(scene: Scene, worldArea: Rect): string[] {
  const closed = scene.boxes.filter(({ node, isOpen }) => {
    return node.expandable && !node.recursive && !isOpen && node.count <= MAX_OPS;
  });
  const middle = rectMiddle(worldArea);
  const far = new Map(closed.map((box) => [box, distanceToRect(box.worldRect, middle)]));
  const nearest = closed.sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0)).slice(0, MAX_SCOPES);
  return withinBound(nearest.sort((a, b) => a.node.count - b.node.count));
}

function withinBound(boxes: readonly SceneBox[]): string[] {
  let room = MAX_OPS;
  const there = boxes.filter(({ node }) => {
    room -= node.count;
    return room >= 0;
  });
  return there.map(({ node }) => node.name);
}
