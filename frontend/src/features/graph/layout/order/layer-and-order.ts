import type { Dag, FlatGraph } from "../core/flat-graph";
import type { Steps } from "../core/resumable";
import { assignRanks, equallyShortRanks, nearbyRanks, totalLength } from "../rank/assign-ranks";
import { breakCycles } from "../rank/break-cycles";
import { buildLayers, type LayeredGraph } from "../rank/layered-graph";
import { countCrossings } from "./crossings";
import type { LayerOrder } from "./layer-order";
import { arrangeNaturally } from "./natural-order";
import { improveOrder, orderLayers } from "./order-layers";

/** Parts of at most this many nodes are ordered for several equally short assignments of ranks. */
const SMALL = 300;
/** And those of at most this many also with single nodes on other ranks, and then more closely. */
const TINY = 60;

/** A graph without cycles, on ranks, in order. */
export interface Layers {
  readonly dag: Dag;
  readonly layered: LayeredGraph;
  readonly order: LayerOrder;
}

/** Ranks and order; for small parts, those of several rankings that cross and reach least. */
export function* layerAndOrder(graph: FlatGraph): Steps<Layers> {
  const dag = breakCycles(graph);
  yield;
  const rank = assignRanks(graph, dag);
  yield;
  let best = yield* orderRanks(graph, dag, rank);
  for (const other of otherRanks(graph, dag, rank)) {
    if (best.crossings === 0) break;
    const ordered = yield* orderRanks(graph, dag, other);
    if (ordered.crossings * ordered.length < best.crossings * best.length) best = ordered;
  }
  const isTangled = graph.nodeCount <= TINY && best.crossings > 0;
  const order = isTangled ? yield* improveOrder(graph, best.layered, best.order) : best.order;
  yield;
  return { dag, layered: best.layered, order: arrangeNaturally(graph, best.layered, order) };
}

function otherRanks(graph: FlatGraph, dag: Dag, rank: Int32Array): readonly Int32Array[] {
  const nearby = graph.nodeCount <= TINY ? nearbyRanks(graph, dag, rank) : [];
  const equallyShort = graph.nodeCount <= SMALL ? equallyShortRanks(graph, dag, rank) : [];
  return [...equallyShort, ...nearby];
}

/** An order for the ranks given, and what it costs. */
interface Ordered {
  readonly layered: LayeredGraph;
  readonly order: LayerOrder;
  readonly crossings: number;
  readonly length: number;
}

function* orderRanks(graph: FlatGraph, dag: Dag, rank: Int32Array): Steps<Ordered> {
  const layered = buildLayers(graph, dag, rank);
  yield;
  const order = yield* orderLayers(graph, layered);
  const length = totalLength(graph, dag, rank);
  return { layered, order, crossings: countCrossings(layered, order), length };
}
