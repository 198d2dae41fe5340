/**
 * Pass 4: ordering.
 *
 * Before: a layered graph. After: a place on its rank for every vertex, with few crossings;
 * pinned nodes keep the sequence they were given.
 *
 * Several starts; from each, sweeps up and down put every vertex at the barycentre or the
 * median of its neighbours on the rank before (Sugiyama 1981; Eades and Wormald 1994), with
 * neighbours transposed after each sweep while that removes crossings (Gansner et al. 1993). The
 * best order is then polished: single vertices are sifted and whole strands inserted again
 * until neither gains anything. Crossings are counted exactly and the best order seen is kept.
 * Sizes play no part.
 */
import { CrossingCounter } from "./crossings";
import type { FlatGraph } from "./flat-graph";
import { copyOrder, type LayerOrder, orderFromSequence } from "./layer-order";
import type { LayeredGraph } from "./layers";
import { type Neighbours, neighboursOf } from "./neighbours";
import { fixedRanks, placePinned } from "./pinned-order";
import { Sifting } from "./sifting";
import { startSequences } from "./start-sequence";
import { StrandInsertion } from "./strand-insertion";
import { findStrands } from "./strands";
import { Sweep } from "./sweep";
import { Transposition } from "./transposition";
import { WorkBudget } from "./work-budget";

/** Steps per node up to a size, and per node beyond it; about 3 ns each. */
const STEPS_PER_NODE = 8_000;
const SMALL = 1_000;
const STEPS_BEYOND = 2_500;
/** Share of all steps after which no further start is tried. */
const START_SHARE = 0.5;
const MOST_SWEEPS = 24;
/** Sweeps without improvement after which a start is given up. */
const PATIENCE = 5;
const MOST_ROUNDS = 24;
/** How far a vertex or a strand may move in one round. */
const SIFT_REACH = 200;
const STRAND_REACH = 40;

export function orderLayers(graph: FlatGraph, layered: LayeredGraph): LayerOrder {
  return new OrderSearch(graph, layered).run();
}

class OrderSearch {
  private readonly neighbours: Neighbours;
  private readonly fixed: Uint8Array;
  private readonly counter: CrossingCounter;
  private readonly steps: number;
  private readonly budget: WorkBudget;
  private best: LayerOrder | undefined;
  private fewest = Number.POSITIVE_INFINITY;

  constructor(
    private readonly graph: FlatGraph,
    private readonly layered: LayeredGraph,
  ) {
    this.neighbours = neighboursOf(layered);
    this.fixed = fixedRanks(graph, layered);
    this.counter = new CrossingCounter(layered);
    const n = layered.nodeCount;
    this.steps = STEPS_PER_NODE * Math.min(n, SMALL) + STEPS_BEYOND * Math.max(0, n - SMALL);
    this.budget = new WorkBudget(this.steps);
  }

  run(): LayerOrder {
    const { layered } = this;
    const sweep = new Sweep(layered, this.neighbours, this.fixed, this.budget);
    const transposition = new Transposition(layered, this.neighbours, this.fixed, this.budget);
    for (const sequence of startSequences(layered)) {
      const spent = this.steps - this.budget.remaining;
      if (this.fewest === 0 || spent > START_SHARE * this.steps) break;
      this.improveStart(orderFromSequence(layered, sequence), sweep, transposition);
    }
    return this.polish(this.best ?? orderFromSequence(layered, new Int32Array(0)));
  }

  /** Improves one start and remembers the best order on the way. */
  private improveStart(order: LayerOrder, sweep: Sweep, transposition: Transposition): void {
    placePinned(this.graph, this.layered, this.fixed, order);
    this.judge(order);
    let idle = 0;
    for (let i = 0; i < MOST_SWEEPS && idle < PATIENCE && this.fewest > 0; i++) {
      sweep.run(order, i % 2 === 0, i % 4 >= 2);
      transposition.improve(order, 2);
      idle = this.judge(order) ? 0 : idle + 1;
      if (this.budget.isSpent) return;
    }
  }

  private judge(order: LayerOrder): boolean {
    let crossings = 0;
    for (let r = 0; r + 1 < this.layered.rankCount && crossings < this.fewest; r++) {
      crossings += this.counter.between(order, r);
    }
    this.budget.spend(4 * this.layered.low.length);
    if (crossings >= this.fewest) return false;
    this.fewest = crossings;
    this.best = copyOrder(order);
    return true;
  }

  /** Moves single vertices and strands as long as that removes crossings. */
  private polish(order: LayerOrder): LayerOrder {
    const { layered, neighbours, fixed, budget } = this;
    const sifting = new Sifting(layered, neighbours, fixed, budget);
    const strands = findStrands(layered, neighbours, fixed);
    const insertion = new StrandInsertion(layered, neighbours, strands, budget);
    for (let round = 0; round < MOST_ROUNDS && !budget.isSpent; round++) {
      const gained = insertion.improve(order, STRAND_REACH) + sifting.improve(order, SIFT_REACH);
      if (gained === 0) break;
    }
    return order;
  }
}
