/**
 * Pass 4: ordering.
 *
 * Before: a layered graph. After: a place on its rank for every vertex, with few crossings;
 * pinned nodes keep the sequence they were given.
 *
 * Several starts; from each, sweeps up and down put every vertex at the barycentre or the
 * median of its neighbours on the rank before (Sugiyama 1981; Eades and Wormald 1994), with
 * neighbours transposed after each sweep while that removes crossings (Gansner et al. 1993). The
 * best order is then polished: single vertices are sifted and whole chains inserted again
 * until neither gains anything; while steps are left, a few vertices are moved anywhere and it is
 * polished again. The smallest graphs get a second round of that, once their ranks are chosen.
 * Crossings are counted exactly and the best order seen is returned. Sizes play no part.
 */

import type { FlatGraph } from "../core/flat-graph";
import { RandomNumbers } from "../core/random-numbers";
import type { Steps } from "../core/resumable";
import { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import { Sweep } from "./barycentre-sweep";
import { ChainInsertion } from "./chain-insertion";
import { findChains } from "./chains";
import { CrossingCounter } from "./crossings";
import { startSequences } from "./initial-order";
import { copyOrder, type LayerOrder, moveWithinRank, orderFromSequence } from "./layer-order";
import { type Neighbours, neighboursOf } from "./neighbours";
import { fixedRanks, placePinned } from "./pinned-layers";
import { Sifting } from "./sifting";
import { Transposition } from "./transpose";

/** Steps for every node beyond so many: the larger a graph, the less each; a step takes 2 to 4 ns. */
const STEPS = [
  { beyond: 0, perNode: 7_000 },
  { beyond: 600, perNode: 1_700 },
  { beyond: 5_000, perNode: 400 },
] as const;
/** No graph gets fewer: small ones are looked at closely, and these are a few milliseconds. */
const MIN_STEPS = 500_000;
/** Steps for a second, closer look at the smallest graphs, on the ranks that were chosen. */
const CLOSE_STEPS = 3_000_000;
/** Share of all steps after which no further start is tried. */
const START_SHARE = 0.65;
/** Share of each start; a large graph gains more from one good start than from several poor ones. */
const SHARE_OF_ONE = 0.2;
const LARGE_SHARE_OF_ONE = 0.4;
const LARGE = 2_500;
const MAX_SWEEPS = 24;
/** Sweeps without improvement after which a start is given up. */
const MAX_IDLE_ROUNDS = 4;
/** Rounds of polishing for each start, and for the best one. */
const FIRST_ROUNDS = 2;
const MAX_ROUNDS = 24;
/** Kicks cost more and gain less the larger a graph is; above this many vertices there are none. */
const MAX_KICKS = 1_500;
/** Kicks without gain after which the best order is left alone, and vertices moved by each. */
const IDLE_KICKS = 60;
const CLOSE_IDLE_KICKS = 300;
const KICK_SIZE = 4;
/** How far a vertex or a chain may move in one round. */
const SIFT_REACH = 120;
const CHAIN_REACH = 32;

export function orderLayers(graph: FlatGraph, layered: LayeredGraph): Steps<LayerOrder> {
  return new OrderSearch(graph, layered, stepsFor(layered.nodeCount)).run();
}

/** Looks closely for an order with fewer crossings than this one, of a very small graph. */
export function improveOrder(
  graph: FlatGraph,
  layered: LayeredGraph,
  order: LayerOrder,
): Steps<LayerOrder> {
  return new OrderSearch(graph, layered, CLOSE_STEPS).improve(order);
}

function stepsFor(nodes: number): number {
  const steps = STEPS.reduce((sum, { beyond, perNode }, i) => {
    const most = STEPS[i + 1]?.beyond ?? nodes;
    return sum + perNode * Math.max(0, Math.min(nodes, most) - beyond);
  }, 0);
  return Math.max(MIN_STEPS, steps);
}

class OrderSearch {
  private readonly neighbours: Neighbours;
  private readonly fixed: Uint8Array;
  private readonly counter: CrossingCounter;
  private readonly budget: WorkBudget;
  private readonly sifting: Sifting;
  private readonly insertion: ChainInsertion;
  private best: LayerOrder | undefined;
  private fewest = Number.POSITIVE_INFINITY;

  constructor(
    private readonly graph: FlatGraph,
    private readonly layered: LayeredGraph,
    private readonly steps: number,
  ) {
    this.neighbours = neighboursOf(layered);
    this.fixed = fixedRanks(graph, layered);
    this.counter = new CrossingCounter(layered);
    this.budget = new WorkBudget(steps);
    this.sifting = new Sifting(layered, this.neighbours, this.fixed, this.budget);
    const chains = findChains(layered, this.neighbours, this.fixed);
    this.insertion = new ChainInsertion(layered, this.neighbours, chains, this.budget);
  }

  *run(): Steps<LayerOrder> {
    const { layered, neighbours, fixed, budget } = this;
    const sweep = new Sweep(layered, neighbours, fixed, budget);
    const transposition = new Transposition(layered, neighbours, fixed, budget);
    for (const sequence of startSequences(layered, neighbours, budget)) {
      if (this.fewest === 0 || this.spent > START_SHARE * this.steps) break;
      yield;
      yield* this.tryStart(orderFromSequence(layered, sequence), sweep, transposition);
    }
    this.best ??= orderFromSequence(layered, new Int32Array(0));
    this.fewest -= yield* this.polish(this.best, MAX_ROUNDS);
    yield* this.kick(IDLE_KICKS);
    return this.best;
  }

  /** Kicks a finished order, with more idle rounds allowed. */
  *improve(order: LayerOrder): Steps<LayerOrder> {
    this.best = order;
    this.fewest = this.count(order, Number.POSITIVE_INFINITY);
    yield* this.kick(CLOSE_IDLE_KICKS);
    return this.best;
  }

  /** Moves a few vertices anywhere and polishes again, while steps are left and that helps. */
  private *kick(maxIdleRounds: number): Steps<void> {
    if (this.layered.vertexCount > MAX_KICKS) return;
    const random = new RandomNumbers(this.layered.vertexCount);
    for (let idle = 0; idle < maxIdleRounds && this.fewest > 0 && !this.budget.isSpent; idle++) {
      const order = copyOrder(this.best ?? orderFromSequence(this.layered, new Int32Array(0)));
      this.shuffle(order, random);
      const crossings = this.count(order, Number.POSITIVE_INFINITY);
      const fewest = crossings - (yield* this.polish(order, MAX_ROUNDS));
      if (fewest > this.fewest) continue;
      if (fewest < this.fewest) idle = 0;
      this.fewest = fewest;
      this.best = order;
    }
  }

  private shuffle(order: LayerOrder, random: RandomNumbers): void {
    for (let i = 0; i < KICK_SIZE; i++) {
      const v = random.below(this.layered.vertexCount);
      const r = this.layered.rank[v];
      const width = order.layerStart[r + 1] - order.layerStart[r];
      if (!this.fixed[r]) moveWithinRank(order, order.layerStart[r], v, random.below(width));
    }
  }

  private get spent(): number {
    return this.steps - this.budget.remaining;
  }

  /** Improves one start and remembers the best order on the way. */
  private *tryStart(order: LayerOrder, sweep: Sweep, transposition: Transposition): Steps<void> {
    placePinned(this.graph, this.layered, this.fixed, order);
    const share = this.layered.nodeCount > LARGE ? LARGE_SHARE_OF_ONE : SHARE_OF_ONE;
    const most = this.spent + share * this.steps;
    let own = copyOrder(order);
    let fewest = this.count(order, Number.POSITIVE_INFINITY);
    for (let i = 0, idle = 0; i < MAX_SWEEPS && idle < MAX_IDLE_ROUNDS && this.spent < most; i++) {
      sweep.run(order, i % 2 === 0, i % 8 >= 6);
      transposition.improve(order, 2);
      const crossings = this.count(order, fewest);
      yield;
      idle++;
      if (crossings >= fewest) continue;
      fewest = crossings;
      own = copyOrder(order);
      idle = 0;
    }
    if (this.spent < most) fewest -= yield* this.polish(own, FIRST_ROUNDS);
    if (fewest >= this.fewest) return;
    this.fewest = fewest;
    this.best = own;
  }

  /** The crossings of an order; some number from `limit` on when there are as many. */
  private count(order: LayerOrder, limit: number): number {
    let crossings = 0;
    for (let r = 0; r + 1 < this.layered.rankCount && crossings < limit; r++) {
      crossings += this.counter.between(order, r);
    }
    this.budget.spend(8 * this.layered.low.length);
    return crossings;
  }

  /** Moves single vertices and chains while that removes crossings; returns how many. */
  private *polish(order: LayerOrder, rounds: number): Steps<number> {
    let gained = 0;
    for (let round = 0; round < rounds && !this.budget.isSpent; round++) {
      const inserted = this.insertion.improve(order, CHAIN_REACH);
      yield;
      const gain = inserted + this.sifting.improve(order, SIFT_REACH);
      yield;
      if (gain === 0) break;
      gained += gain;
    }
    return gained;
  }
}
