/** What the parts of an info card need besides what they tell. */
import type { Graph } from "../../../api/types";
import type { Measured } from "../overlays/profile/profiled-step";
import type { GraphView } from "../session/graph-session";

export interface CardContext {
  readonly graph: Graph;
  readonly view: GraphView;
  readonly measured: Measured;
  /** Selects a node and brings it into view, whatever has to be opened for that. */
  readonly onVisit: (name: string) => void;
}
