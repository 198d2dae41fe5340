/** What the parts of an info card need besides what they tell. */
import type { Graph } from "../../../api/types";
import type { Measured } from "../colour/measured";
import { hoveredNode } from "../graph-canvas";
import type { GraphView } from "../graph-view";
import { nameInSight } from "./name-in-sight";

export interface CardContext {
  readonly graph: Graph;
  readonly view: GraphView;
  readonly measured: Measured;
  /** Selects a node and brings it into view, whatever has to be opened for that. */
  readonly onVisit: (name: string) => void;
}

/** Shows in the drawing which node a name means, or which closed scope has it inside. */
export function pointAt(view: GraphView, name: string): void {
  hoveredNode.value = nameInSight(view.scene.peek(), name);
}

export function pointAtNothing(): void {
  hoveredNode.value = "";
}
