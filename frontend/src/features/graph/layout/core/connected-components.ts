import { type Adjacency, groupByEnd } from "./adjacency";
import { type FlatGraph, FREE, inducedSubgraph, type Subgraph } from "./flat-graph";
import { ascending, tabulateIntegers } from "./typed-arrays";

/** The connected components of a graph, and its isolated nodes. */
export interface ConnectedComponents {
  /** Connected parts with at least one edge; all that touches a port is in the first one. */
  readonly connected: readonly Subgraph[];
  /** Whether the first connected part holds the ports. */
  readonly hasPorts: boolean;
  /** Nodes without edges, by index. */
  readonly isolated: Int32Array;
}

/**
 * Splits a graph into connected parts, in the order of their first nodes.
 *
 * All parts with ports are one part, since ports stand on two common ranks.
 */
export function splitComponents(graph: FlatGraph): ConnectedComponents {
  const leader = connect(graph);
  const degree = degrees(graph);
  const port = graph.pin.findIndex((pin) => pin !== FREE);
  const isIsolated = (v: number): boolean => degree[v] === 0 && graph.pin[v] === FREE;
  const numberOf = new Int32Array(graph.nodeCount).fill(-1);
  let count = 0;
  if (port >= 0) numberOf[find(leader, port)] = count++;
  const part = tabulateIntegers(graph.nodeCount, (v) => {
    if (isIsolated(v)) return -1;
    const first = find(leader, v);
    if (numberOf[first] < 0) numberOf[first] = count++;
    return numberOf[first];
  });
  const nodes = groupByEnd(count, part);
  const edges = groupByEnd(
    count,
    graph.source.map((v) => part[v]),
  );
  const indexOf = new Int32Array(graph.nodeCount);
  const connected = Array.from({ length: count }, (_, i) =>
    inducedSubgraph(graph, members(nodes, i), members(edges, i), indexOf),
  );
  const isolated = ascending(graph.nodeCount).filter(isIsolated);
  return { connected, hasPorts: port >= 0, isolated };
}

function members({ start, edges }: Adjacency, group: number): Int32Array {
  return edges.slice(start[group], start[group + 1]);
}

/** A union-find forest in which connected nodes, and all pinned ones, have one root. */
function connect(graph: FlatGraph): Int32Array {
  const leader = ascending(graph.nodeCount);
  const join = (a: number, b: number): void => {
    const [x, y] = [find(leader, a), find(leader, b)];
    leader[Math.max(x, y)] = Math.min(x, y);
  };
  for (let e = 0; e < graph.source.length; e++) join(graph.source[e], graph.target[e]);
  const port = graph.pin.findIndex((pin) => pin !== FREE);
  for (let v = port + 1; port >= 0 && v < graph.nodeCount; v++) {
    if (graph.pin[v] !== FREE) join(port, v);
  }
  return leader;
}

function find(leader: Int32Array, v: number): number {
  let at = v;
  while (leader[at] !== at) {
    leader[at] = leader[leader[at]];
    at = leader[at];
  }
  return at;
}

function degrees(graph: FlatGraph): Int32Array {
  const degree = new Int32Array(graph.nodeCount);
  for (let e = 0; e < graph.source.length; e++) {
    degree[graph.source[e]]++;
    degree[graph.target[e]]++;
  }
  return degree;
}
