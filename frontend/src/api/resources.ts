/** One function per JSON resource of the server. */
import { getJson, putJson, type QueryValue, resourceUrl } from "./client";
import type {
  Choices,
  Graphs,
  Metrics,
  PartChange,
  Runs,
  Scope,
  StatePart,
  Status,
  Tags,
} from "./types";

export function getStatus(signal?: AbortSignal): Promise<Status> {
  return getJson("api/status", signal);
}

export function getRuns(signal?: AbortSignal): Promise<Runs> {
  return getJson("api/runs", signal);
}

/** What the runs' series of some tags come to. */
export function getMetrics(tags: readonly string[], signal?: AbortSignal): Promise<Metrics> {
  return getJson(resourceUrl("api/metrics", { tag: tags }), signal);
}

export function getTags(kind: string, signal?: AbortSignal): Promise<Tags> {
  return getJson(resourceUrl("api/tags", { kind }), signal);
}

export function getGraphs(signal?: AbortSignal): Promise<Graphs> {
  return getJson("api/graphs", signal);
}

/**
 * The inside of the scope called `name` (empty: the top level), all of its pages.
 * `query` has the thresholds and the viewer's choices.
 */
export async function getScope(
  graph: string,
  name: string,
  query: Readonly<Record<string, QueryValue>> = {},
  signal?: AbortSignal,
): Promise<Scope> {
  const path = `api/graphs/${encodeURIComponent(graph)}/scope`;
  const ask = (offset: number): Promise<Scope> =>
    getJson(resourceUrl(path, { ...query, name, offset: offset || undefined }), signal);
  const first = await ask(0);
  if (first.next === null) return first;
  const pages = [first];
  for (let next: number | null = first.next; next !== null; ) {
    const page: Scope = await ask(next);
    pages.push(page);
    next = page.next;
  }
  return {
    ...first,
    hash: pages.map(({ hash }) => hash).join(" "),
    next: null,
    nodes: pages.flatMap(({ nodes }) => nodes),
    edges: pages.flatMap(({ edges }) => edges),
    bridges: pages.flatMap(({ bridges }) => bridges),
  };
}

/** What rules come to in a whole graph, and which of the names no node is shown under. */
export function getChoices(
  graph: string,
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Choices> {
  const path = `api/graphs/${encodeURIComponent(graph)}/choices`;
  return getJson(resourceUrl(path, query), signal);
}

/** Whether what is kept for viewers can be changed. */
export function getKeptState(signal?: AbortSignal): Promise<{ readonly read_only: boolean }> {
  return getJson("api/state", signal);
}

/** A part of what the server keeps for viewers, such as `views`; revision 0 if never written. */
export function getStatePart(name: string, signal?: AbortSignal): Promise<StatePart> {
  return getJson(resourceUrl("api/state/part", { name }), signal);
}

/** Puts a part in the place of the revision it is based on; throws a 409 when that has gone. */
export function putStatePart(
  name: string,
  change: PartChange,
  keepalive = false,
): Promise<StatePart> {
  return putJson(resourceUrl("api/state/part", { name }), change, keepalive);
}
