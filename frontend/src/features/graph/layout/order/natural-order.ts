/**
 * Natural order among siblings that cross alike, or nearly so.
 *
 * Crossings decide an order, and leave much open: of `stage1` to `stage4` any may stand first when
 * all feed the same nodes. Here every pair of nodes with like names that stands the wrong way
 * round counts as some crossings, and any other pair that is not in the order in which it was sent
 * as a very small part of one. Nodes with like names are tried in their natural order, all others
 * sifted around them; the order that costs least is returned.
 */
import type { FlatGraph } from "../core/flat-graph";
import { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";
import { countCrossings } from "./crossings";
import { copyOrder, type LayerOrder } from "./layer-order";
import { neighboursOf } from "./neighbours";
import { fixedRanks } from "./pinned-layers";
import { Sifting } from "./sifting";

/** What a pair counts, in crossings: one with like names, and any other. */
const ALIKE = 4;
const OTHER = 1 / 256;
/** So much of what two nodes are joined to has to be the same. */
const SHARED = 0.5;
/** Larger graphs are left as they are: their nodes are not read in turn. */
const MAX_VERTICES = 1_500;
const REACH = 60;
const ROUNDS = 6;
const STEPS = 2_000_000;

export function arrangeNaturally(
  graph: FlatGraph,
  layered: LayeredGraph,
  order: LayerOrder,
): LayerOrder {
  if (layered.vertexCount > MAX_VERTICES) return order;
  const { nodeCount } = layered;
  const { series } = graph;
  const fixed = fixedRanks(graph, layered);
  const joined = joinedNodes(graph);
  const isAlike = (u: number, v: number): boolean =>
    series[u] >= 0 && series[u] === series[v] && shareOf(joined[u], joined[v]) >= SHARED;
  const price = (u: number, v: number): number => {
    if (u >= nodeCount || v >= nodeCount) return 0;
    return isAlike(u, v) ? ALIKE : OTHER;
  };
  const cost = (of: LayerOrder): number => countCrossings(layered, of) + disorder(of, price);
  const bias = (u: number, v: number): number => (u < v ? -price(u, v) : price(u, v));
  const budget = new WorkBudget(STEPS);
  const sifting = new Sifting(layered, neighboursOf(layered), fixed, budget, undefined, bias);
  const settle = (from: LayerOrder): LayerOrder => {
    const settled = copyOrder(from);
    for (let round = 0; round < ROUNDS; round++) if (sifting.improve(settled, REACH) <= 0) break;
    return settled;
  };
  const plain = settle(order);
  const sorted = sortAlike(layered, fixed, order, series);
  if (sorted === undefined) return plain;
  const natural = settle(sorted);
  return cost(natural) < cost(plain) ? natural : plain;
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

/** What all pairs cost that do not stand in the order in which they were sent. */
function disorder({ layerStart, vertices }: LayerOrder, price: (u: number, v: number) => number) {
  let sum = 0;
  for (let r = 0; r + 1 < layerStart.length; r++) {
    for (let i = layerStart[r]; i < layerStart[r + 1]; i++) {
      for (let j = i + 1; j < layerStart[r + 1]; j++) {
        if (vertices[j] < vertices[i]) sum += price(vertices[i], vertices[j]);
      }
    }
  }
  return sum;
}

/** Nodes of one series in turn on the places that they share; undefined when they are already. */
function sortAlike(
  { nodeCount, rank }: LayeredGraph,
  fixed: Uint8Array,
  order: LayerOrder,
  series: Int32Array,
): LayerOrder | undefined {
  const groups = new Map<string, number[]>();
  for (let v = 0; v < nodeCount; v++) {
    if (series[v] < 0 || fixed[rank[v]]) continue;
    const key = `${rank[v]} ${series[v]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [v]);
    else group.push(v);
  }
  const sorted = copyOrder(order);
  let moved = 0;
  for (const group of groups.values()) {
    const places = group.map((v) => order.place[v]).sort((a, b) => a - b);
    group.forEach((v, i) => {
      moved += Number(order.place[v] !== places[i]);
      sorted.place[v] = places[i];
      sorted.vertices[order.layerStart[rank[v]] + places[i]] = v;
    });
  }
  return moved > 0 ? sorted : undefined;
}
