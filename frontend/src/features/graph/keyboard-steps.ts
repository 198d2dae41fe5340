/** The node that a key leads to; loaded after the drawing. */
export { firstNodeIn } from "./scene/arrow-navigation";

import { outlineRows } from "./outline/outline-rows";
import { firstNodeIn, nodeBeside, type Step } from "./scene/arrow-navigation";
import type { Scene } from "./scene/scene";
import type { VisibleScope } from "./visible/visible-graph";

/** The node in a direction from another, or the first of the drawing where none is selected. */
export function nextNode(scene: Scene, from: string | undefined, step: Step): string | undefined {
  return from === undefined ? firstNodeIn(scene, "") : nodeBeside(scene, from, step);
}

/** The node of the outline's row after or before the selected node's, or of the first. */
export function nextInOutline(
  top: VisibleScope,
  selected: string | undefined,
  by: 1 | -1,
): string | undefined {
  const rows = outlineRows(top);
  const at = rows.findIndex(({ node }) => node.name === selected);
  return rows[at < 0 ? 0 : at + by]?.node.name;
}
