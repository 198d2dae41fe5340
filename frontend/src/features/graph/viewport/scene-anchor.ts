/** What a scene has in common with the one before it. */
import type { Scene } from "../scene/scene";

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
