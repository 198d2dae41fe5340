/**
 * Takes one chain out of the order and puts it back where it crosses least, all others held.
 *
 * A place per rank is chosen by dynamic programming from the lowest rank up. Going from place p
 * on one rank to place q on the next crosses the segments that run from left of p to right of q
 * or the other way; as p steps past a vertex, each of that vertex's segments changes its side,
 * so the costs of all q for the next p are the old ones plus a step function. Sifting moves one
 * vertex of a long edge at a time and cannot carry the edge round a node; this can.
 *
 * Places are counted without the chain: place p lies left of the p-th other vertex. Segments
 * that every choice crosses, or none, are left out, so costs can be compared and nothing more.
 */

import type { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import type { Chains } from "./chains";
import { type LayerOrder, moveWithinRank } from "./layer-order";
import type { Neighbours } from "./neighbours";

const UNREACHED = 0x3fffffff;

/** The places of one rank that a chain may take: `from` to `to`, both included. */
interface Window {
  readonly from: number;
  readonly to: number;
}

export class ChainInsertion {
  /** The least cost of reaching each place of the rank before, and of this one. */
  private before = new Int32Array(0);
  private after = new Int32Array(0);
  /** Per rank of the chain and place, the place below that it is best reached from. */
  private cameFrom = new Int32Array(0);
  /** By how much the cost of going to a place differs from that of the place left of it. */
  private jumps = new Int32Array(0);
  /** The cost of leaving the chain as it is, as far as it has been followed. */
  private stay = 0;

  constructor(
    private readonly layered: LayeredGraph,
    private readonly neighbours: Neighbours,
    private readonly chains: Chains,
    private readonly budget: WorkBudget,
  ) {}

  /** Inserts every chain again, at most `reach` places from where it is; returns the gain. */
  improve(order: LayerOrder, reach: number): number {
    const { start, vertices } = this.chains;
    let gained = 0;
    for (let s = 0; s + 1 < start.length && !this.budget.isSpent; s++) {
      // Sifting does as much for a single vertex.
      if (start[s + 1] - start[s] < 2) continue;
      gained += this.insert(order, vertices.subarray(start[s], start[s + 1]), reach);
    }
    return gained;
  }

  private insert(order: LayerOrder, chain: Int32Array, reach: number): number {
    const windows = Array.from(chain, (v) => this.windowOf(order, v, reach));
    const row = 2 * reach + 1;
    this.reserve(row, chain.length);
    this.begin(order, chain[0], windows[0]);
    for (let i = 1; i < chain.length; i++) {
      this.climb(order, chain[i - 1], chain[i], windows[i - 1], windows[i], i * row);
    }
    const last = chain[chain.length - 1];
    const best = this.end(order, last, windows[chain.length - 1]);
    const gain = this.stay - this.before[best];
    if (gain > 0) this.follow(order, chain, windows, row, best);
    return gain;
  }

  private windowOf(order: LayerOrder, v: number, reach: number): Window {
    const r = this.layered.rank[v];
    const others = order.layerStart[r + 1] - order.layerStart[r] - 1;
    const here = order.place[v];
    return { from: Math.max(0, here - reach), to: Math.min(others, here + reach) };
  }

  private reserve(row: number, length: number): void {
    if (this.before.length < row) {
      this.before = new Int32Array(row);
      this.after = new Int32Array(row);
      this.jumps = new Int32Array(row + 1);
    }
    if (this.cameFrom.length < row * length) this.cameFrom = new Int32Array(2 * row * length);
  }

  /** Prices the places of the lowest rank by what the segment from below crosses. */
  private begin(order: LayerOrder, first: number, window: Window): void {
    const { downStart, down, downWeight } = this.neighbours;
    this.priceByAnchor(order, first, window, down, downStart, downWeight);
    this.stay = this.before[order.place[first] - window.from];
  }

  /** Adds what the segment to above crosses, and returns the cheapest place of the window. */
  private end(order: LayerOrder, last: number, window: Window): number {
    const { upStart, up, upWeight } = this.neighbours;
    [this.before, this.after] = [this.after, this.before];
    this.priceByAnchor(order, last, window, up, upStart, upWeight);
    const here = order.place[last] - window.from;
    this.stay += this.before[here];
    let best = here;
    for (let p = 0; p <= window.to - window.from; p++) {
      this.before[p] += this.after[p];
    }
    for (let p = 0; p <= window.to - window.from; p++) {
      if (this.before[p] < this.before[best]) best = p;
    }
    return best;
  }

  /** Sets `before` to the crossings between segments of a rank and the one to a fixed vertex. */
  private priceByAnchor(
    order: LayerOrder,
    v: number,
    { from, to }: Window,
    ends: Int32Array,
    start: Int32Array,
    weight: Int32Array,
  ): void {
    this.before.fill(0, 0, to - from + 1);
    if (start[v + 1] === start[v]) return;
    const base = order.layerStart[this.layered.rank[v]];
    const here = order.place[v];
    const anchorPlace = order.place[ends[start[v]]];
    const own = weight[start[v]];
    let change = 0;
    for (let p = from; p < to; p++) {
      const u = order.vertices[base + (p < here ? p : p + 1)];
      for (let i = start[u]; i < start[u + 1]; i++) {
        const end = order.place[ends[i]];
        if (end > anchorPlace) change += own * weight[i];
        else if (end < anchorPlace) change -= own * weight[i];
      }
      this.before[p + 1 - from] = change;
    }
    this.budget.spend(to - from);
  }

  /** Prices the places of `v`'s rank from those of `u`'s, the rank below. */
  private climb(
    order: LayerOrder,
    u: number,
    v: number,
    lower: Window,
    upper: Window,
    row: number,
  ): void {
    const { place, vertices } = order;
    const base = order.layerStart[this.layered.rank[u]];
    const [hereLow, hereHigh] = [place[u], place[v]];
    const { before, after } = this;
    const own = this.neighbours.upWeight[this.neighbours.upStart[u]];
    const places = upper.to - upper.from + 1;
    let constant = this.prepareJumps(order, u, v, lower, upper, own);
    let stays = 0;
    after.fill(UNREACHED, 0, places);
    for (let p = lower.from; ; p++) {
      this.reach(p, before[p - lower.from] + constant, places, row);
      if (p === hereLow) stays = this.sumJumps(constant, hereHigh - upper.from);
      if (p === lower.to) break;
      const passed = vertices[base + (p < hereLow ? p : p + 1)];
      constant += this.pass(order, passed, hereHigh, upper, own);
    }
    this.stay += stays;
    [this.before, this.after] = [after, before];
    this.budget.spend(places * (lower.to - lower.from + 1));
  }

  /** Notes the upper places that are cheapest from place `p` below, where `cost` is paid so far. */
  private reach(p: number, cost: number, places: number, row: number): void {
    const { after, jumps, cameFrom } = this;
    let sum = cost;
    for (let q = 0; q < places; q++) {
      sum += jumps[q];
      if (sum >= after[q]) continue;
      after[q] = sum;
      cameFrom[row + q] = p;
    }
  }

  /** Brings `jumps` up to date when a vertex below is passed; returns what else that costs. */
  private pass(
    { place }: LayerOrder,
    passed: number,
    hereHigh: number,
    upper: Window,
    own: number,
  ): number {
    const { upStart, up, upWeight } = this.neighbours;
    const { jumps } = this;
    const span = upper.to - upper.from;
    let constant = 0;
    for (let i = upStart[passed]; i < upStart[passed + 1]; i++) {
      const end = place[up[i]];
      const q = (end > hereHigh ? end - 1 : end) - upper.from;
      const weight = own * upWeight[i];
      if (q < 0) constant -= weight;
      else if (q >= span) constant += weight;
      else {
        jumps[0] += weight;
        jumps[q + 1] -= 2 * weight;
      }
    }
    return constant;
  }

  private sumJumps(constant: number, upTo: number): number {
    let cost = constant;
    for (let q = 0; q <= upTo; q++) cost += this.jumps[q];
    return cost;
  }

  /** Fills `jumps` for the lowest place of the rank below; returns the cost they start from. */
  private prepareJumps(
    { place, vertices, layerStart }: LayerOrder,
    u: number,
    v: number,
    lower: Window,
    upper: Window,
    own: number,
  ): number {
    const { downStart, down, downWeight, upStart, up, upWeight } = this.neighbours;
    const { rank } = this.layered;
    const { jumps } = this;
    const [hereLow, hereHigh] = [place[u], place[v]];
    jumps.fill(0, 0, upper.to - upper.from + 2);
    for (let q = upper.from; q < upper.to; q++) {
      const b = vertices[layerStart[rank[v]] + (q < hereHigh ? q : q + 1)];
      for (let i = downStart[b]; i < downStart[b + 1]; i++) {
        const end = place[down[i]];
        const isLeft = (end > hereLow ? end - 1 : end) < lower.from;
        const weight = own * downWeight[i];
        if (isLeft) jumps[0] += weight;
        jumps[q + 1 - upper.from] += isLeft ? -weight : weight;
      }
    }
    let constant = 0;
    for (let p = lower.from; p < lower.to; p++) {
      const a = vertices[layerStart[rank[u]] + (p < hereLow ? p : p + 1)];
      for (let i = upStart[a]; i < upStart[a + 1]; i++) {
        const end = place[up[i]];
        if ((end > hereHigh ? end - 1 : end) < upper.from) constant += own * upWeight[i];
      }
    }
    return constant;
  }

  /** Moves the chain to the cheapest places, from its last vertex down. */
  private follow(
    order: LayerOrder,
    chain: Int32Array,
    windows: readonly Window[],
    row: number,
    best: number,
  ): void {
    let to = best + windows[chain.length - 1].from;
    for (let i = chain.length - 1; i >= 0; i--) {
      const next = i > 0 ? this.cameFrom[i * row + to - windows[i].from] : 0;
      moveWithinRank(order, order.layerStart[this.layered.rank[chain[i]]], chain[i], to);
      to = next;
    }
  }
}
