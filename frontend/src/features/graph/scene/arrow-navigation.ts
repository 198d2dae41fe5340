import { isHorizontal } from "../layout/request";
import type { Scene, SceneBox } from "./scene";

export type Step = "up" | "down" | "left" | "right";

/**
 * The node one step from another: along the flow to the nearest node that an edge joins, otherwise
 * and across it to the nearest sibling on that side. Undefined when there is none.
 */
export function nodeBeside(scene: Scene, name: string, step: Step): string | undefined {
  const from = scene.boxByName.get(name);
  if (from === undefined) return undefined;
  const alongEdges = isHorizontalStep(step) === isHorizontal(scene.style);
  const joined = alongEdges ? nearest(from, joinedBoxes(scene, name), step) : undefined;
  return (joined ?? nearest(from, siblings(scene, from), step))?.node.name;
}

/** The node of a scope, or of the top level, that is read first: the one on the left at the top. */
export function firstNodeIn(scene: Scene, scope: string): string | undefined {
  const inside = scene.boxes.filter((box) => box.scope === scope);
  const isBefore = (one: SceneBox, other: SceneBox): boolean =>
    one.worldRect.y < other.worldRect.y ||
    (one.worldRect.y === other.worldRect.y && one.worldRect.x < other.worldRect.x);
  return inside.reduce<SceneBox | undefined>(
    (first, box) => (first === undefined || isBefore(box, first) ? box : first),
    undefined,
  )?.node.name;
}

export function isHorizontalStep(step: Step): boolean {
  return step === "left" || step === "right";
}

function joinedBoxes(scene: Scene, name: string): SceneBox[] {
  const names = new Set<string>();
  for (const { source, target } of scene.edges) {
    if (source === name) names.add(target);
    else if (target === name) names.add(source);
  }
  return [...names].flatMap((other) => scene.boxByName.get(other) ?? []);
}

function siblings(scene: Scene, from: SceneBox): SceneBox[] {
  return scene.boxes.filter((box) => box.scope === from.scope && box !== from);
}

function nearest(
  from: SceneBox,
  candidates: readonly SceneBox[],
  step: Step,
): SceneBox | undefined {
  const start = middleOf(from);
  let least = Number.POSITIVE_INFINITY;
  let found: SceneBox | undefined;
  for (const box of candidates) {
    const { x, y } = middleOf(box);
    const [dx, dy] = [x - start.x, y - start.y];
    const ahead = step === "up" ? -dy : step === "down" ? dy : step === "left" ? -dx : dx;
    const aside = isHorizontalStep(step) ? Math.abs(dy) : Math.abs(dx);
    if (ahead <= 0 || ahead + 2 * aside >= least) continue;
    least = ahead + 2 * aside;
    found = box;
  }
  return found;
}

function middleOf({ worldRect: { x, y, width, height } }: SceneBox): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
