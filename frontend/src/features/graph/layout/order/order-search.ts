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
 * polished again. Crossings are counted exactly and the best order seen is returned; of two that
 * cross alike, the more natural one. Sizes play no part.
 *
 * A first look is one start alone. Where a graph can stand on its ranks in several ways, it tells
 * which of them are worth a whole search.
 */

import type { FlatGraph } from "../core/flat-graph";
import { RandomNumbers } from "../core/random-numbers";
import type { Steps } from "../core/resumable";
import { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import { Sweep } from "./barycentre-sweep";
import { ChainInsertion } from "./chain-insertion";
import { findChains } from "./chains";
import { crossingWeights } from "./crossing-weights";
import { CrossingCounter } from "./crossings";
import { startSequences } from "./initial-order";
import { copyOrder, type LayerOrder, moveWithinRank, orderFromSequence } from "./layer-order";
import { NaturalOrder } from "./natural-order";
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
const MIN_STEPS = 1_000_000;
/** Steps for a second, closer look at the smallest graphs, on the ranks that were chosen. */
const CLOSE_STEPS = 3_000_000;
const TINY = 60;
/** Share of all steps after which no further start is tried. */
const START_SHARE = 0.65;
/** Share of each start; a large graph gains more from one good start than from several poor ones. */
const SHARE_OF_ONE = 0.2;
const LARGE_SHARE_OF_ONE = 0.4;
const LARGE = 2_500;
/** Above it, turning what wants the same place undoes more than it finds: sweeps are too few. */
const MAX_TURNED = 150;
const MAX_SWEEPS = 24;
/** Sweeps without improvement after which a start is given up. */
const MAX_IDLE_ROUNDS = 4;
/** Rounds of polishing for each start, and for the best one. */
const FIRST_ROUNDS = 2;
const MAX_ROUNDS = 24;
/** Kicks cost more and gain less the larger a graph is; above this many vertices there are none. */
const MAX_KICKS = 1_500;
/** Kicks without gain after which the best order is left alone, and vertices moved by each. */
const IDLE_KICKS = 10;
const CLOSE_IDLE_KICKS = 80;
const KICK_SIZE = 6;
/** How far a vertex or a chain may move in one round. */
const SIFT_REACH = 120;
const CHAIN_REACH = 32;
/** The same for vertices that only come into their natural order by it, and how long that may take. */
const NATURAL_REACH = 60;
const SETTLING_ROUNDS = 6;
const SETTLING_STEPS = 2_000_000;

/** Looks for a good order of a layered graph: at a glance, then longer, then closely. */
export class OrderSearch {
  private readonly neighbours: Neighbours;
  private readonly fixed: Uint8Array;
  private readonly counter: CrossingCounter;
  private readonly steps: number;
  private readonly budget: WorkBudget;
  private readonly sifting: Sifting;
  private readonly insertion: ChainInsertion;
  private readonly starts: Iterator<Int32Array>;
  private known: NaturalOrder | undefined;
  private best: LayerOrder | undefined;
  private fewest = Number.POSITIVE_INFINITY;
  private disorder = 0;

  constructor(
    private readonly graph: FlatGraph,
    private readonly layered: LayeredGraph,
  ) {
    const weight = crossingWeights(graph, layered);
    this.neighbours = neighboursOf(layered, weight);
    this.fixed = fixedRanks(graph, layered);
    this.counter = new CrossingCounter(layered, weight);
    this.steps = stepsFor(layered.nodeCount);
    this.budget = new WorkBudget(this.steps);
    this.sifting = new Sifting(layered, this.neighbours, this.fixed, this.budget);
    const chains = findChains(layered, this.neighbours, this.fixed);
    this.insertion = new ChainInsertion(layered, this.neighbours, chains, this.budget);
    this.starts = startSequences(layered, this.neighbours, this.budget);
  }

  /** The weighted crossings of the best order so far. */
  get crossings(): number {
    return this.fewest;
  }

  /** The best order so far. */
  get order(): LayerOrder {
    return this.best ?? orderFromSequence(this.layered, new Int32Array(0));
  }

  /** Improves the first start: enough to compare graphs that are much alike. */
  *look(): Steps<void> {
    const first = this.starts.next();
    if (!first.done) yield* this.tryStart(orderFromSequence(this.layered, first.value));
  }

  /** Improves all other starts, and the best of them further. */
  *search(): Steps<void> {
    const { layered } = this;
    while (this.fewest > 0 && this.spent <= START_SHARE * this.steps) {
      const next = this.starts.next();
      if (next.done) break;
      yield;
      yield* this.tryStart(orderFromSequence(layered, next.value));
    }
    this.best ??= this.order;
    this.fewest -= yield* this.polish(this.best, MAX_ROUNDS);
    if (layered.vertexCount <= MAX_KICKS) yield* this.kick(IDLE_KICKS);
  }

  /** Goes on, with more steps for a small graph, and gives up later. */
  *searchClosely(): Steps<void> {
    if (this.layered.nodeCount <= TINY) this.budget.spend(-CLOSE_STEPS);
    if (this.layered.vertexCount <= MAX_KICKS) yield* this.kick(CLOSE_IDLE_KICKS);
  }

  /** Gives what crosses alike its natural order. */
  settle(): LayerOrder {
    if (this.layered.vertexCount > MAX_KICKS) return this.order;
    const settled = copyOrder(this.order);
    const budget = new WorkBudget(SETTLING_STEPS);
    const { layered, neighbours, fixed } = this;
    const sifting = new Sifting(layered, neighbours, fixed, budget, undefined, this.natural.bias);
    for (let round = 0; round < SETTLING_ROUNDS; round++) {
      if (sifting.improve(settled, NATURAL_REACH) <= 0) break;
    }
    return settled;
  }

  private get natural(): NaturalOrder {
    this.known ??= new NaturalOrder(this.graph, this.layered, this.fixed);
    return this.known;
  }

  private get spent(): number {
    return this.steps - this.budget.remaining;
  }

  /** Moves a few vertices anywhere and polishes again, while steps are left and that helps. */
  private *kick(maxIdle: number): Steps<void> {
    const random = new RandomNumbers(this.layered.vertexCount);
    this.disorder = this.natural.disorder(this.order);
    if (this.disorder > 0) yield* this.trySorted();
    for (let idle = 0; idle < maxIdle && this.isOpen && !this.budget.isSpent; idle++) {
      const order = copyOrder(this.order);
      this.shuffle(order, random);
      if (yield* this.take(order)) idle = 0;
    }
    if (this.disorder > 0) yield* this.trySorted();
  }

  /** Whether a better order may be found. */
  private get isOpen(): boolean {
    return this.fewest > 0 || this.disorder > 0;
  }

  private *trySorted(): Steps<void> {
    yield* this.take(this.natural.sorted(this.order));
  }

  /** Polishes an order and keeps it unless it is worse; returns whether it is better. */
  private *take(order: LayerOrder): Steps<boolean> {
    const before = this.count(order, Number.POSITIVE_INFINITY);
    const crossings = before - (yield* this.polish(order, MAX_ROUNDS));
    if (crossings > this.fewest) return false;
    const disorder = this.natural.disorder(order);
    const isFewer = crossings < this.fewest;
    if (!isFewer && disorder > this.disorder) return false;
    const isBetter = isFewer || disorder < this.disorder;
    this.fewest = crossings;
    this.disorder = disorder;
    this.best = order;
    return isBetter;
  }

  private shuffle(order: LayerOrder, random: RandomNumbers): void {
    for (let i = 0; i < KICK_SIZE; i++) {
      const v = random.below(this.layered.vertexCount);
      const r = this.layered.rank[v];
      const width = order.layerStart[r + 1] - order.layerStart[r];
      if (!this.fixed[r]) moveWithinRank(order, order.layerStart[r], v, random.below(width));
    }
  }

  /** Improves one start and remembers the best order on the way. */
  private *tryStart(order: LayerOrder): Steps<void> {
    const { layered, neighbours, fixed, budget } = this;
    placePinned(this.graph, layered, fixed, order);
    const sweep = new Sweep(layered, neighbours, fixed, budget);
    const transposition = new Transposition(layered, neighbours, fixed, budget);
    const share = layered.nodeCount > LARGE ? LARGE_SHARE_OF_ONE : SHARE_OF_ONE;
    const most = this.spent + share * this.steps;
    const turnsTies = layered.nodeCount <= MAX_TURNED;
    let own = copyOrder(order);
    let fewest = this.count(order, Number.POSITIVE_INFINITY);
    for (let i = 0, idle = 0; i < MAX_SWEEPS && idle < MAX_IDLE_ROUNDS && this.spent < most; i++) {
      sweep.run(order, i % 2 === 0, i % 8 >= 6, turnsTies && i % 4 < 2);
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

function stepsFor(nodes: number): number {
  const steps = STEPS.reduce((sum, { beyond, perNode }, i) => {
    const most = STEPS[i + 1]?.beyond ?? nodes;
    return sum + perNode * Math.max(0, Math.min(nodes, most) - beyond);
  }, 0);
  return Math.max(MIN_STEPS, steps);
}
