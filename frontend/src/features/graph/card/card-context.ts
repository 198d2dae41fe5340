/** What the parts of an info card need besides what they tell. */
import type { Graph } from "../../../api/types";
import type { Measured } from "../colour/measured";
import type { GraphView } from "../graph-view";

export interface CardContext {
  readonly graph: Graph;
  readonly view: GraphView;
  readonly measured: Measured;
  /** Selects a node and brings it into view, whatever has to be opened for that. */
  readonly onVisit: (name: string) => void;
}
