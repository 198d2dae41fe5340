import type { Dag, Subgraph } from "../core/flat-graph";
import type { LayerOrder } from "../order/layer-order";
import type { LayeredGraph } from "../rank/layered-graph";

/** The ranks and the order of one connected part. */
export interface PartOrder {
  readonly part: Subgraph;
  readonly dag: Dag;
  readonly layered: LayeredGraph;
  readonly order: LayerOrder;
  /** Ranks after which the part goes on in a column beside. */
  readonly cuts: Int32Array;
}
