/**
 * Of the many coordinates that slant equally little, those that look best.
 *
 * What is pulled to several places from one side stands in the middle of them; what is passed
 * through from below to above stands in one line with its like.
 */
import type { Pulls, Separations } from "./straight-blocks";

const SWEEPS = 4;

/** Moves blocks in place; nothing becomes more slanted by it. */
export function settleTies(separations: Separations, pulls: Pulls, x: Int32Array): void {
  const ties = new Ties(separations, pulls, x);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let i = 0; i < x.length; i++) ties.move(sweep % 2 === 0 ? i : x.length - 1 - i);
  }
  ties.alignChains();
}

class Ties {
  /** Per block, its separations and pulls by index, in lists. */
  private readonly before: number[][];
  private readonly after: number[][];
  private readonly pulled: number[][];

  constructor(
    private readonly separations: Separations,
    private readonly pulls: Pulls,
    private readonly x: Int32Array,
  ) {
    const lists = (): number[][] => Array.from(x, () => []);
    [this.before, this.after, this.pulled] = [lists(), lists(), lists()];
    separations.right.forEach((b, i) => {
      this.before[b].push(i);
    });
    separations.left.forEach((b, i) => {
      this.after[b].push(i);
    });
    for (const ends of [pulls.a, pulls.b]) {
      ends.forEach((b, i) => {
        this.pulled[b].push(i);
      });
    }
  }

  move(block: number): void {
    // What is pulled once from below and once from above is vertical on one side: so it stays.
    if (this.pulled[block].length === 0 || this.isPassing(block)) return;
    const { x } = this;
    const [cheapFrom, cheapTo] = this.cheapest(block);
    const [from, to] = this.room(block);
    const least = Math.max(cheapFrom, from);
    const most = Math.min(cheapTo, to);
    // Where the cheapest places are out of reach it stays where simplex has put it.
    if (least <= x[block] && x[block] <= most) x[block] = Math.round((least + most) / 2);
  }

  /** Gives the blocks of every chain of passing ones a common place, where there is one. */
  alignChains(): void {
    const seen = new Uint8Array(this.x.length);
    for (let block = 0; block < seen.length; block++) {
      if (seen[block] || !this.isPassing(block)) continue;
      const chain = [block];
      for (let at = this.next(block, false); at >= 0; at = this.next(at, false)) chain.unshift(at);
      for (let at = this.next(block, true); at >= 0; at = this.next(at, true)) chain.push(at);
      for (const member of chain) seen[member] = 1;
      if (chain.length > 1) this.align(chain);
    }
  }

  /**
   * Two ends pull a chain; between them every place costs the same, and one bend is better than
   * several. Outside it could cost more, so then it stays.
   */
  private align(chain: readonly number[]): void {
    const { x } = this;
    let least = Math.min(...chain.map((block) => x[block]));
    let most = Math.max(...chain.map((block) => x[block]));
    if (least === most) return;
    for (const block of chain) {
      const [from, to] = this.room(block);
      least = Math.max(least, from);
      most = Math.min(most, to);
    }
    if (least > most) return;
    const middle = chain.map((block) => x[block]).sort((a, b) => a - b)[chain.length >> 1];
    const place = Math.min(most, Math.max(least, middle));
    for (const block of chain) x[block] = place;
  }

  /** The passing block above (below) a passing one, -1 where the chain ends. */
  private next(block: number, isAbove: boolean): number {
    const { pulls } = this;
    for (const i of this.pulled[block]) {
      const isUp = pulls.a[i] === block;
      const other = isUp ? pulls.b[i] : pulls.a[i];
      if (isUp === isAbove && pulls.offset[i] === 0 && this.isPassing(other)) return other;
    }
    return -1;
  }

  /** Between which places its neighbours let a block stand. */
  private room(block: number): [number, number] {
    const { x, separations } = this;
    let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const i of this.before[block]) {
      from = Math.max(from, x[separations.left[i]] + separations.distance[i]);
    }
    for (const i of this.after[block]) {
      to = Math.min(to, x[separations.right[i]] - separations.distance[i]);
    }
    return [from, to];
  }

  private isPassing(block: number): boolean {
    const [first, second, ...others] = this.pulled[block];
    if (second === undefined || others.length > 0) return false;
    return (this.pulls.a[first] === block) !== (this.pulls.a[second] === block);
  }

  /** The interval of places that cost least: a weighted median. */
  private cheapest(block: number): [number, number] {
    const { pulls, x } = this;
    const candidates = this.pulled[block].map((i) => ({
      at: pulls.a[i] === block ? x[pulls.b[i]] - pulls.offset[i] : x[pulls.a[i]] + pulls.offset[i],
      cost: pulls.cost[i],
    }));
    candidates.sort((a, b) => a.at - b.at);
    const half = candidates.reduce((sum, { cost: c }) => sum + c, 0) / 2;
    let sum = 0;
    for (let i = 0; i < candidates.length; i++) {
      sum += candidates[i].cost;
      if (sum < half) continue;
      return [candidates[i].at, sum === half ? candidates[i + 1].at : candidates[i].at];
    }
    return [x[block], x[block]];
  }
}
