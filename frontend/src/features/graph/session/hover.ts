/** The node pointed at, on the canvas or in a list beside it. */
import { signal } from "@preact/signals";
import { nameInSight, type Place } from "../scene/visible-ancestor";
import type { GraphView } from "./graph-session";

/** Empty for none. */
export const hoveredNode = signal("");

/** Shows in the drawing which node is meant, or which closed scope has it inside. */
export function pointAt(view: GraphView, place: Place): void {
  hoveredNode.value = nameInSight(view.scene.peek(), place);
}

export function pointAtNothing(): void {
  hoveredNode.value = "";
}
