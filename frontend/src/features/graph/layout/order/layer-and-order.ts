import type { Dag, FlatGraph } from "../core/flat-graph";
import type { Steps } from "../core/resumable";
import { totalLength } from "../rank/assign-ranks";
import { buildLayers, type LayeredGraph } from "../rank/layered-graph";
import { type Ranking, rankings } from "../rank/rankings";
import type { LayerOrder } from "./layer-order";
import { OrderSearch } from "./order-search";

/** So many rankings are searched to the end, those that cross and reach least at first. */
const FINALISTS = 2;

/** A graph without cycles, on ranks, in order. */
export interface Layers {
  readonly dag: Dag;
  readonly layered: LayeredGraph;
  readonly order: LayerOrder;
}

/** Ranks and order; for small parts, those of several rankings that cross and reach least. */
export function* layerAndOrder(graph: FlatGraph): Steps<Layers> {
  const candidates: Candidate[] = [];
  for (const ranking of rankings(graph)) {
    yield;
    const candidate = new Candidate(graph, ranking);
    yield* candidate.search.look();
    candidates.push(candidate);
    if (candidate.search.crossings === 0) break;
  }
  const finalists = byCost(candidates).slice(0, FINALISTS);
  for (const { search } of finalists) yield* search.search();
  const [{ dag, layered, search }] = byCost(finalists);
  yield* search.searchClosely();
  yield;
  return { dag, layered, order: search.settle() };
}

/** The one that costs least first. */
function byCost(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort((a, b) => a.cost - b.cost);
}

/** A ranking, and the search for its order. */
class Candidate {
  readonly dag: Dag;
  readonly layered: LayeredGraph;
  readonly search: OrderSearch;
  private readonly length: number;

  constructor(graph: FlatGraph, { dag, rank }: Ranking) {
    this.dag = dag;
    this.layered = buildLayers(graph, dag, rank);
    this.search = new OrderSearch(graph, this.layered);
    this.length = totalLength(graph, dag, rank);
  }

  get cost(): number {
    return this.search.crossings * this.length;
  }
}
