/**
 * The scopes around a node, by its whole name: more than the name reveals, and for constants too.
 */
import { searchGraph } from "../../../api/graph-questions";
import type { GraphMatch } from "../../../api/types";
import type { GraphOptions } from "../options/graph-options";

/** Undefined where the graph has no such node, and where the server does not answer. */
export async function locateNode(
  graph: string,
  name: string,
  { extraction }: GraphOptions,
): Promise<GraphMatch | undefined> {
  const q = `="${name.replace(/["\\]/g, "\\$&")}"`;
  try {
    const query = { ...extraction.groupingQuery(), q, offset: 0, limit: 2 };
    const { matches } = await searchGraph(graph, query);
    return matches.find((match) => match.name === name);
  } catch {
    return undefined;
  }
}
