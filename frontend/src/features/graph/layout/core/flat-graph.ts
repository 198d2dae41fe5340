/** Where a node has to stand: ports are held on the border of their scope. */
import { pick } from "./typed-arrays";
export const FREE = 0;
export const FIRST = 1;
export const LAST = 2;

/**
 * The inside of one scope as the passes see it: nodes are indices, edges are pairs of them.
 *
 * The order of nodes and edges never depends on their sizes, so that a scope keeps its ranks
 * and its order for life, whatever is open inside it.
 */
export interface FlatGraph {
  readonly nodeCount: number;
  /** Per edge, the node it leaves. */
  readonly source: Int32Array;
  /** Per edge, the node it enters. */
  readonly target: Int32Array;
  /** Per edge, how much it matters that it is short and runs forward; above 0. */
  readonly weight: Float64Array;
  /** Per node: `FREE`, `FIRST` (on the side where inputs enter) or `LAST`. */
  readonly pin: Uint8Array;
  /**
   * Per node, the series of like names that it belongs to (`stage1`, `stage2`), -1 for none. Nodes
   * of a series stand by index, where crossings leave that open.
   */
  readonly series: Int32Array;
  /** Per pinned node, its place among the pinned nodes of its side. */
  readonly pinPlace: Float64Array;
}

/**
 * The same edges without cycles: every edge runs from `low` to `high`.
 *
 * A self-loop has no direction and takes no part in ranks: both its ends are -1.
 */
export interface Dag {
  readonly nodeCount: number;
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Per edge, 1 when `low` is its target: drawn against the flow. */
  readonly reversed: Uint8Array;
}

/** The part of a graph induced by some of its nodes, with what maps it back. */
export interface Subgraph {
  readonly graph: FlatGraph;
  /** Per node of the part, its index in the whole. */
  readonly nodes: Int32Array;
  /** Per edge of the part, its index in the whole. */
  readonly edges: Int32Array;
}

/**
 * Takes the given nodes and edges out of a graph; every edge's ends must be among the nodes.
 * `indexOf` has room for every node of the graph and is overwritten.
 */
export function inducedSubgraph(
  graph: FlatGraph,
  nodes: Int32Array,
  edges: Int32Array,
  indexOf = new Int32Array(graph.nodeCount),
): Subgraph {
  for (let i = 0; i < nodes.length; i++) indexOf[nodes[i]] = i;
  return {
    nodes,
    edges,
    graph: {
      nodeCount: nodes.length,
      source: edges.map((e) => indexOf[graph.source[e]]),
      target: edges.map((e) => indexOf[graph.target[e]]),
      weight: pick(graph.weight, edges),
      series: Int32Array.from(nodes, (v) => graph.series[v]),
      pin: Uint8Array.from(nodes, (v) => graph.pin[v]),
      pinPlace: pick(graph.pinPlace, nodes),
    },
  };
}
