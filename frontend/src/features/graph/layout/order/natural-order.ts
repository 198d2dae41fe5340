/**
 * Natural order among siblings that cross alike.
 *
 * Crossings decide an order, and leave much open: of `stage1` to `stage4` any may stand first when
 * all feed the same nodes. Of the orders that cross least the one is wanted in which nodes with like
 * names stand by index; and of these one in which all others do.
 */
import type { FlatGraph } from "../core/flat-graph";
import type { LayeredGraph } from "../rank/layered-graph";
import { copyOrder, type LayerOrder } from "./layer-order";

/**
 * What a pair counts that stands the wrong way round, in crossings: one with like names, and any
 * other. All pairs that one vertex passes in a move count less than a crossing.
 */
const ALIKE = 2 ** -10;
const OTHER = 2 ** -20;
/** So much of what two nodes are joined to has to be the same. */
const SHARED = 0.5;
/** Of longer series only members that follow one another are compared. */
const MANY = 48;

export class NaturalOrder {
  /** Nodes of one series on one rank, by index. */
  private readonly groups: readonly Int32Array[];
  /** Pairs of like nodes on one rank, in turn: the one with the lower index first. */
  private readonly pairs: Int32Array;
  private readonly alike = new Set<number>();

  constructor(
    private readonly graph: FlatGraph,
    private readonly layered: LayeredGraph,
    fixed: Uint8Array,
  ) {
    this.groups = seriesOnRanks(graph, layered, fixed);
    this.pairs = this.groups.length > 0 ? this.likePairs() : new Int32Array(0);
  }

  /** Whether there are nodes with like names on one rank. */
  get hasLike(): boolean {
    return this.pairs.length > 0;
  }

  /** How many pairs of like nodes stand the wrong way round. */
  disorder({ place }: LayerOrder): number {
    const { pairs } = this;
    let count = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      if (place[pairs[i]] > place[pairs[i + 1]]) count++;
    }
    return count;
  }

  /** What it costs besides crossings that node `u` stands left of node `v`, less the other way round. */
  readonly bias = (u: number, v: number): number => {
    const { nodeCount } = this.layered;
    if (u >= nodeCount || v >= nodeCount) return 0;
    const price = this.alike.has(Math.min(u, v) * nodeCount + Math.max(u, v)) ? ALIKE : OTHER;
    return u < v ? -price : price;
  };

  /** The same order with the nodes of each series in turn on the places that they share. */
  sorted(order: LayerOrder): LayerOrder {
    const sorted = copyOrder(order);
    for (const group of this.groups) {
      const base = order.layerStart[this.layered.rank[group[0]]];
      const places = group.map((v) => order.place[v]).sort();
      group.forEach((v, i) => {
        sorted.place[v] = places[i];
        sorted.vertices[base + places[i]] = v;
      });
    }
    return sorted;
  }

  private likePairs(): Int32Array {
    const joined = joinedNodes(this.graph);
    const pairs: number[] = [];
    for (const group of this.groups) {
      for (let i = 0; i < group.length; i++) {
        const most = group.length > MANY ? Math.min(i + 2, group.length) : group.length;
        for (let j = i + 1; j < most; j++) {
          if (shareOf(joined[group[i]], joined[group[j]]) < SHARED) continue;
          pairs.push(group[i], group[j]);
          this.alike.add(group[i] * this.layered.nodeCount + group[j]);
        }
      }
    }
    return Int32Array.from(pairs);
  }
}

function seriesOnRanks(
  { series }: FlatGraph,
  { nodeCount, rank, rankCount }: LayeredGraph,
  fixed: Uint8Array,
): Int32Array[] {
  const groups = new Map<number, number[]>();
  for (let v = 0; v < nodeCount; v++) {
    if (series[v] < 0 || fixed[rank[v]]) continue;
    const key = series[v] * rankCount + rank[v];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [v]);
    else group.push(v);
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((group) => Int32Array.from(group));
}

/** Per node, what it is joined to. */
function joinedNodes({ nodeCount, source, target }: FlatGraph): ReadonlySet<number>[] {
  const joined = Array.from({ length: nodeCount }, () => new Set<number>());
  source.forEach((v, e) => {
    joined[v].add(target[e]);
    joined[target[e]].add(v);
  });
  return joined;
}

/** The share of all members of two sets that are in both. */
function shareOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let both = 0;
  for (const member of one) both += Number(other.has(member));
  return both / (one.size + other.size - both);
}
