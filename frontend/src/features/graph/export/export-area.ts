/** The part of the drawing to export. */
import { inflateRect, type Rect, rectsOverlap } from "../../../lib/geometry/geometry";
import type { Camera, ViewSize } from "../options/camera";
import { visibleWorld } from "../scene/camera";
import type { Scene, SceneBox } from "../scene/scene";
import { wholeScene } from "./picture";

export type Part =
  | { readonly kind: "all" }
  /** What the window shows. */
  | { readonly kind: "view"; readonly camera: Camera; readonly size: ViewSize }
  /** A node, with what is inside it. */
  | { readonly kind: "scope"; readonly name: string };

/** The margin of a scope exported alone, so that its border is visible. */
const SCOPE_MARGIN = 10;

/** The area of the scene; undefined when the scope is not in it. */
export function areaOf(scene: Scene, part: Part): Rect | undefined {
  if (part.kind === "all") return wholeScene(scene);
  if (part.kind === "view") return visibleWorld(part.camera, part.size);
  const box = scene.boxByName.get(part.name);
  return box && inflateRect(box.worldRect, SCOPE_MARGIN);
}

/** The boxes of a part, open scopes before what is inside them. */
export function boxesOf(scene: Scene, part: Part): readonly SceneBox[] {
  if (part.kind === "all") return scene.boxes;
  if (part.kind === "scope") return boxesWithin(scene, part.name);
  const area = visibleWorld(part.camera, part.size);
  return scene.boxes.filter(({ worldRect }) => rectsOverlap(worldRect, area));
}

function boxesWithin(scene: Scene, name: string): SceneBox[] {
  const within = new Set([name]);
  return scene.boxes.filter((box) => {
    if (!within.has(box.scope) && box.node.name !== name) return false;
    within.add(box.node.name);
    return true;
  });
}
