import { distanceToRect, type Rect, rectMiddle } from "../../../lib/geometry/geometry";
import type { Scene, SceneBox } from "./scene";

/**
 * The box of the top level that stays where it is while many scopes open or close: the one around
 * the selected node, else the one nearest to the middle of what is in view. Those of the top level
 * are in every scene.
 */
export function anchorBox(scene: Scene, selected: string, worldArea: Rect): string | undefined {
  const around = outermost(scene, selected);
  if (around !== undefined) return around.node.name;
  const middle = rectMiddle(worldArea);
  let least = Number.POSITIVE_INFINITY;
  let found: string | undefined;
  for (const { depth, node, worldRect } of scene.boxes) {
    const distance = depth === 0 ? distanceToRect(worldRect, middle) : Number.POSITIVE_INFINITY;
    if (distance >= least) continue;
    least = distance;
    found = node.name;
  }
  return found;
}

function outermost({ boxByName }: Scene, name: string): SceneBox | undefined {
  let box = boxByName.get(name);
  while (box !== undefined && box.depth > 0) box = boxByName.get(box.scope);
  return box;
}
