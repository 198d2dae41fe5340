import { type Adjacency, groupByEnd } from "../core/adjacency";
import type { Dag, FlatGraph } from "../core/flat-graph";
import { ascending } from "../core/typed-arrays";
import { WorkBudget } from "../core/work-budget";
import type { LayeredGraph } from "../rank/layered-graph";

/** What the only line between two nodes weighs; dot draws chains straight with the same number. */
const CHAIN = 8;
/** Edges that weigh less in ranks, such as control edges, weigh as much less here. */
const FULL = 1;
/** And so do edges against the flow, and those that pass what the flow goes through. */
const AGAINST = 0.5;
const PAST = 1 / 2;
/** And those that come from nowhere, or lead nowhere, where others have a way of at least two edges. */
const ASIDE = 1 / 4;
const WAY = 2;
/** A way counts as so many edges longer: short ways differ less than long ones from ways of none. */
const NEAR = 4;
/** Visits of nodes for finding the edges that pass others; in larger graphs some stay unknown. */
const VISITS = 100_000;

/**
 * Per edge, how much it matters that it runs straight.
 *
 * Lines of the main flow join few with few: a layer and the next. The many lines of a hub weigh
 * little even together, so that a node that all layers feed does not pull their chain out of line.
 * Of the lines into a node, the one whose way is longest counts most: the data of a layer has been
 * through all layers before, its parameters through none. The same holds for the lines out of it.
 * An edge beside a longer way between its ends (past a residual block, or from a layer to the
 * gradients) weighs less.
 */
export function flowWeights(
  { nodeCount, weight }: FlatGraph,
  dag: Dag,
  { rank }: LayeredGraph,
): Float64Array {
  const { low, high, reversed } = dag;
  const above = groupByEnd(nodeCount, low);
  const below = groupByEnd(nodeCount, high);
  const upwards = ascending(nodeCount).sort((a, b) => rank[a] - rank[b] || a - b);
  const behind = longestWays(upwards, below, low);
  const ahead = longestWays(upwards.reverse(), above, high);
  const isPast = findPassing(dag, rank, above);
  const full = weight.map((w, e) => {
    return Math.min(FULL, w) * (reversed[e] ? AGAINST : 1) * (isPast[e] ? PAST : 1);
  });
  const into = shares(full, behind, low, below);
  const outOf = shares(full, ahead, high, above);
  return full.map((w, e) => (low[e] < 0 ? w : CHAIN * w * Math.min(into[e], outOf[e])));
}

/** Per node, the most edges on a way to it over the nodes before it; `ends` are where edges come from. */
function longestWays(nodes: Int32Array, { start, edges }: Adjacency, ends: Int32Array): Int32Array {
  const longest = new Int32Array(nodes.length);
  for (const v of nodes) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      longest[v] = Math.max(longest[v], 1 + longest[ends[edges[i]]]);
    }
  }
  return longest;
}

/**
 * Per edge, its share of all that meet at one of its ends, which they reach by ways of different
 * lengths; divided once more by how many of the strongest they are worth.
 */
function shares(
  full: Float64Array,
  way: Int32Array,
  ends: Int32Array,
  { start, edges }: Adjacency,
): Float64Array {
  const share = new Float64Array(full.length);
  for (let v = 0; v + 1 < start.length; v++) {
    const own = edges.subarray(start[v], start[v + 1]);
    const longest = own.reduce((most, e) => Math.max(most, way[ends[e]]), 0);
    let [total, most] = [0, 0];
    for (const e of own) {
      const isAside = way[ends[e]] === 0 && longest >= WAY;
      share[e] = (NEAR + way[ends[e]]) * (isAside ? ASIDE : 1);
      total += full[e] * share[e];
      most = Math.max(most, full[e] * share[e]);
    }
    for (const e of own) share[e] *= most / (total * total);
  }
  return share;
}

/** Per edge, 1 when a longer way leads from its lower to its upper end. */
function findPassing(
  { nodeCount, high }: Dag,
  rank: Int32Array,
  { start, edges }: Adjacency,
): Uint8Array {
  const isPast = new Uint8Array(high.length);
  const seen = new Int32Array(nodeCount).fill(-1);
  const budget = new WorkBudget(VISITS);
  for (let from = 0; from < nodeCount && !budget.isSpent; from++) {
    const out = edges.subarray(start[from], start[from + 1]);
    const top = out.reduce((most, e) => Math.max(most, rank[high[e]]), rank[from]);
    if (top - rank[from] < 2) continue;
    const found = Array.from(out, (e) => high[e]);
    const direct = found.length;
    for (let i = 0; i < found.length; i++) {
      const v = found[i];
      for (let j = start[v]; j < start[v + 1]; j++) {
        const next = high[edges[j]];
        if (seen[next] === from || rank[next] > top) continue;
        seen[next] = from;
        found.push(next);
      }
    }
    budget.spend(found.length - direct);
    for (const e of out) isPast[e] = Number(seen[high[e]] === from);
  }
  return isPast;
}

/** Per segment, the weight of the heaviest edge that runs through it. */
export function segmentMost(
  { low, chain, chainStart }: LayeredGraph,
  of: Float64Array,
): Float64Array {
  const most = new Float64Array(low.length);
  for (let e = 0; e < of.length; e++) {
    for (let i = chainStart[e]; i < chainStart[e + 1]; i++) {
      most[chain[i]] = Math.max(most[chain[i]], of[e]);
    }
  }
  return most;
}
