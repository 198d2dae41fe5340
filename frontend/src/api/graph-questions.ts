/** Questions about a graph: one function per resource below `api/graphs/{id}`, besides its scopes. */
import { getJson, type QueryValue, resourceUrl } from "./client";
import type {
  CardAttribute,
  GraphChanges,
  GraphMatches,
  GraphTrace,
  HotSpots,
  NodeCard,
  RunMetadata,
  ScopeColours,
  ScopeCounterparts,
  ScopeStatistics,
  ScopeTags,
  TensorsBetween,
} from "./types";

/** Parameters of a question; how series are grouped is among those of all but the run metadata. */
export type GraphQuery = Readonly<Record<string, QueryValue>>;

function requestGraph<T>(
  graph: string,
  what: string,
  query: GraphQuery,
  signal?: AbortSignal,
): Promise<T> {
  const path = `api/graphs/${encodeURIComponent(graph)}/${what}`;
  return getJson(resourceUrl(path, query), signal);
}

/** What `q` finds, in the language of searches, `limit` of it from `offset` on. */
export function searchGraph(
  graph: string,
  query: GraphQuery & { readonly q: string; readonly offset: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<GraphMatches> {
  return requestGraph(graph, "search", query, signal);
}

/** What lies upstream or downstream of a node, or between two; `open` are the scopes in sight. */
export function traceGraph(
  graph: string,
  query: GraphQuery & { readonly from: string; readonly direction: GraphTrace["direction"] },
  signal?: AbortSignal,
): Promise<GraphTrace> {
  return requestGraph(graph, "trace", query, signal);
}

/** All that is known of a node; with a `tag` and a `step` what was measured of it too. */
export function getNodeCard(
  graph: string,
  query: GraphQuery & { readonly name: string },
  signal?: AbortSignal,
): Promise<NodeCard> {
  return requestGraph(graph, "node", query, signal);
}

/** The tensors, or the control dependencies, that flow from one node to another. */
export function getTensors(
  graph: string,
  query: GraphQuery & {
    readonly source: string;
    readonly target: string;
    readonly control: boolean;
    readonly offset: number;
    readonly limit: number;
  },
  signal?: AbortSignal,
): Promise<TensorsBetween> {
  return requestGraph(graph, "tensors", query, signal);
}

/** Which scope each scalar and each histogram of a run describes. */
export function getScopeTags(
  graph: string,
  query: GraphQuery,
  signal?: AbortSignal,
): Promise<ScopeTags> {
  return requestGraph(graph, "tags", query, signal);
}

/** One attribute of an op with its value, however large. */
export function getAttribute(
  graph: string,
  query: GraphQuery & { readonly name: string; readonly key: string },
  signal?: AbortSignal,
): Promise<CardAttribute> {
  return requestGraph(graph, "attribute", query, signal);
}

/** What the children of a scope are coloured by. */
export function getScopeColours(
  graph: string,
  query: GraphQuery & { readonly scope: string; readonly by: ScopeColours["by"] },
  signal?: AbortSignal,
): Promise<ScopeColours> {
  return requestGraph(graph, "colours", query, signal);
}

/** The steps of the graph's run of which it was measured what they took. */
export function getRunMetadata(graph: string, signal?: AbortSignal): Promise<RunMetadata> {
  return requestGraph(graph, "run_metadata", {}, signal);
}

/** What a step measured of a scope and of each of its children. */
export function getScopeStatistics(
  graph: string,
  query: GraphQuery & { readonly tag: string; readonly scope: string },
  signal?: AbortSignal,
): Promise<ScopeStatistics> {
  return requestGraph(graph, "statistics", query, signal);
}

/** The ops inside a scope that took most of a step. */
export function getHotSpots(
  graph: string,
  query: GraphQuery & { readonly tag: string; readonly by: HotSpots["by"] },
  signal?: AbortSignal,
): Promise<HotSpots> {
  return requestGraph(graph, "hot_spots", query, signal);
}

/** What differs between the two graphs of a comparison. */
export function getChanges(
  graph: string,
  query: GraphQuery,
  signal?: AbortSignal,
): Promise<GraphChanges> {
  return requestGraph(graph, "changes", query, signal);
}

/** What stands in the other graph of a comparison for each node in a scope of one of them. */
export function getCounterparts(
  graph: string,
  query: GraphQuery & { readonly side: "before" | "both" | "after"; readonly scope: string },
  signal?: AbortSignal,
): Promise<ScopeCounterparts> {
  return requestGraph(graph, "counterparts", query, signal);
}
