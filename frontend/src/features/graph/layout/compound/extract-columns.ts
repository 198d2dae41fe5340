import { type ConnectedComponents, splitComponents } from "../core/connected-components";
import { type FlatGraph, inducedSubgraph } from "../core/flat-graph";
import { ascending } from "../core/typed-arrays";
import { IN_EXTRACT, LIBRARY, MAIN, OUT_EXTRACT, type ScopeRequest } from "../request";

/** The parts of the main graph, which has all ports, of the in-extracts, the out-extracts and the library. */
export function splitColumns(request: ScopeRequest, graph: FlatGraph): ConnectedComponents[] {
  const role = (v: number): number => request.role[v] ?? MAIN;
  const drawn = ascending(graph.source.length).filter(
    (e) => request.cut[e] === 0 && role(graph.source[e]) === role(graph.target[e]),
  );
  return [MAIN, IN_EXTRACT, OUT_EXTRACT, LIBRARY].map((column) => {
    const isHere = (v: number): boolean => role(v) === column;
    const nodes = ascending(graph.nodeCount).filter(isHere);
    const edges = drawn.filter((e) => isHere(graph.source[e]));
    return splitInduced(graph, nodes, edges);
  });
}

/** The parts of a part, by the indices of the whole. */
function splitInduced(graph: FlatGraph, nodes: Int32Array, edges: Int32Array): ConnectedComponents {
  const isWhole = nodes.length === graph.nodeCount && edges.length === graph.source.length;
  if (isWhole) return splitComponents(graph);
  const split = splitComponents(inducedSubgraph(graph, nodes, edges).graph);
  return {
    ...split,
    connected: split.connected.map((part) => ({
      graph: part.graph,
      nodes: part.nodes.map((v) => nodes[v]),
      edges: part.edges.map((e) => edges[e]),
    })),
    isolated: split.isolated.map((v) => nodes[v]),
  };
}
