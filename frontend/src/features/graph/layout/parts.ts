import { type FlatGraph, FREE, inducedSubgraph, type Subgraph } from "./flat-graph";

/** A graph taken apart: what hangs together, and what hangs on nothing. */
export interface Parts {
  /** Connected parts with at least one edge; all that touches a port is in the first one. */
  readonly connected: readonly Subgraph[];
  /** Whether the first connected part holds the ports. */
  readonly hasPorts: boolean;
  /** Nodes without edges, by index. */
  readonly loose: Int32Array;
}

/**
 * Splits a graph into connected parts, in the order of their first nodes.
 *
 * All parts with ports are one part, since ports stand on two common ranks.
 */
export function splitParts(graph: FlatGraph): Parts {
  const leader = connect(graph);
  const degree = degrees(graph);
  const nodesOf = new Map<number, number[]>();
  const edgesOf = new Map<number, number[]>();
  const loose: number[] = [];
  for (let v = 0; v < graph.nodeCount; v++) {
    if (degree[v] === 0 && graph.pin[v] === FREE) loose.push(v);
    else append(nodesOf, find(leader, v), v);
  }
  for (let e = 0; e < graph.source.length; e++) append(edgesOf, find(leader, graph.source[e]), e);
  const port = graph.pin.findIndex((pin) => pin !== FREE);
  const ports = port < 0 ? -1 : find(leader, port);
  const leaders = [...nodesOf.keys()].sort((a, b) => Number(b === ports) - Number(a === ports));
  return {
    connected: leaders.map((key) =>
      inducedSubgraph(
        graph,
        Int32Array.from(nodesOf.get(key) ?? []),
        Int32Array.from(edgesOf.get(key) ?? []),
      ),
    ),
    hasPorts: ports >= 0,
    loose: Int32Array.from(loose),
  };
}

/** A union-find forest in which connected nodes, and all pinned ones, have one root. */
function connect(graph: FlatGraph): Int32Array {
  const leader = Int32Array.from({ length: graph.nodeCount }, (_, v) => v);
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

function append(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
