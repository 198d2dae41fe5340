/** The tensors, or control dependencies, behind a metaedge, page by page. */
import { getTensors } from "../../../api/graph-questions";
import type { Graph, TensorsBetween } from "../../../api/types";
import { QueryCache } from "../../../state/server/query-cache";
import { useQuery } from "../../../state/server/use-query";
import type { EdgeEnds } from "../scope/model";
import { useOptions } from "../session/session-context";

/** Rows that are requested and drawn at once. */
export const TENSORS_PAGE = 50;
const MAX_IDLE = 50;

interface TensorsQuery {
  /** A graph that is written anew has the same id and another fingerprint. */
  readonly graph: Pick<Graph, "id" | "fingerprint">;
  readonly query: Parameters<typeof getTensors>[1];
}

const tensorPages = new QueryCache<TensorsQuery, TensorsBetween>({
  fetch: ({ graph, query }, signal) => getTensors(graph.id, query, signal),
  isRetried: false,
  maxIdle: MAX_IDLE,
});

/** Those of an edge from the one with this number on. */
export function useTensors({ id, fingerprint }: Graph, edge: EdgeEnds, offset = 0) {
  const { extraction } = useOptions();
  const { source, target, kind } = edge;
  const query = {
    ...extraction.groupingQuery(),
    source,
    target,
    control: kind === "control",
    offset,
    limit: TENSORS_PAGE,
  };
  return useQuery(tensorPages, { graph: { id, fingerprint }, query });
}

/** A name from below the node that it is in: that one is named above the list. */
export function nameWithin(name: string, node: string): string {
  return name.startsWith(`${node}/`) ? name.slice(node.length + 1) : name;
}
