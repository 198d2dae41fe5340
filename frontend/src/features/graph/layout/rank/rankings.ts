/** In which ways a graph may stand on ranks: which edges run against the flow, and where it is loose. */
import type { Dag, FlatGraph } from "../core/flat-graph";
import { assignRanks, equallyShortRanks, nearbyRanks } from "./assign-ranks";
import { breakCycles, breakCyclesInTurn } from "./break-cycles";

export interface Ranking {
  readonly dag: Dag;
  readonly rank: Int32Array;
}

/** Parts of at most this many nodes may stand on one of several equally short assignments of ranks. */
const SMALL = 300;
/** And those of at most this many also with single nodes on other ranks. */
const TINY = 60;
/** Cycles of larger parts are broken in one way. */
const MEDIUM = 2_500;

/** The shortest one first, and then others for which fewer lines may cross. */
export function* rankings(graph: FlatGraph): Generator<Ranking> {
  const dag = breakCycles(graph);
  const rank = assignRanks(graph, dag);
  yield { dag, rank };
  if (graph.nodeCount > MEDIUM) return;
  yield* alternatives(graph, dag, rank);
  if (!dag.reversed.includes(1)) return;
  const inTurn = breakCyclesInTurn(graph);
  if (inTurn.reversed.every((is, e) => is === dag.reversed[e])) return;
  const other = assignRanks(graph, inTurn);
  yield { dag: inTurn, rank: other };
  yield* alternatives(graph, inTurn, other);
}

function* alternatives(graph: FlatGraph, dag: Dag, rank: Int32Array): Generator<Ranking> {
  if (graph.nodeCount > SMALL) return;
  for (const other of equallyShortRanks(graph, dag, rank)) yield { dag, rank: other };
  if (graph.nodeCount > TINY) return;
  for (const other of nearbyRanks(graph, dag, rank)) yield { dag, rank: other };
}
