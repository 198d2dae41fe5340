/** One function per JSON resource of the server. */
import { deleteJson, getJson, postJson, putJson, type QueryValue, resourceUrl } from "./client";
import type {
  Choices,
  Comparison,
  GraphStage,
  GraphStageAnswer,
  Graphs,
  Hparams,
  LongView,
  LongViewId,
  Metrics,
  Models,
  NodeCosts,
  PartChange,
  Removal,
  Runs,
  SavedState,
  Scope,
  Scopes,
  SeriesWarnings,
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
export function getMetrics(
  tags: readonly string[],
  step: string | undefined,
  signal?: AbortSignal,
): Promise<Metrics> {
  return getJson(resourceUrl("api/metrics", { tag: tags, step }), signal);
}

/** What is inside the whole graph comes to: its first page has it. */
export async function getGraphCosts(graph: string, signal?: AbortSignal): Promise<NodeCosts> {
  const path = `api/graphs/${encodeURIComponent(graph)}/scope`;
  const scope: Scope = await getJson(resourceUrl(path, { limit: 1 }), signal);
  return scope.costs;
}

/** Runs side by side, by their experiments. */
export function getComparison(runs: readonly string[], signal?: AbortSignal): Promise<Comparison> {
  return getJson(resourceUrl("api/comparison", { run: runs }), signal);
}

/** What is wrong in the time series of some runs, by their ids. */
export function getWarnings(
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<SeriesWarnings> {
  return getJson(resourceUrl("api/warnings", { run: runs }), signal);
}

/** All tags, or those of one kind. */
export function getTags(kind?: string, signal?: AbortSignal): Promise<Tags> {
  return getJson(resourceUrl("api/tags", { kind }), signal);
}

export function getHparams(signal?: AbortSignal): Promise<Hparams> {
  return getJson("api/hparams", signal);
}

export function getGraphs(signal?: AbortSignal): Promise<Graphs> {
  return getJson("api/graphs", signal);
}

/** Which runs have the same model; null for those whose graph is being read. */
export function getModels(signal?: AbortSignal): Promise<Models> {
  return getJson("api/graphs/models", signal);
}

/** What the server is doing for a graph that a scope is awaited of. */
export async function getGraphStage(graph: string, signal?: AbortSignal): Promise<GraphStage> {
  const path = `api/graphs/${encodeURIComponent(graph)}/stage`;
  return (await getJson<GraphStageAnswer>(path, signal)).stage;
}

/**
 * The insides of scopes (the empty name is the top level), all of their pages, in one request as
 * far as they have room in one answer. Scopes that the graph does not have are left out. With the
 * top level come the scopes that are open at first.
 * `query` has the thresholds and the viewer's choices.
 */
export async function getScopes(
  graph: string,
  names: readonly string[],
  query: Readonly<Record<string, QueryValue>> = {},
  signal?: AbortSignal,
): Promise<Scope[]> {
  const path = `api/graphs/${encodeURIComponent(graph)}/scope`;
  const requestPage = (name: string, offset?: number): Promise<Scope> =>
    getJson(resourceUrl(path, { ...query, name, offset }), signal);
  const found: Scope[] = [];
  for (let remaining = names; remaining.length > 0; ) {
    const isFirst = remaining.includes("");
    const more = isFirst ? { ...query, first_view: "true" } : query;
    const answer: Scopes = await getJson(
      resourceUrl(`${path}s`, { ...more, name: remaining }),
      signal,
    );
    found.push(...(await Promise.all(answer.scopes.map((scope) => allPages(scope, requestPage)))));
    remaining = answer.left;
  }
  return found;
}

async function allPages(
  first: Scope,
  requestPage: (name: string, offset: number) => Promise<Scope>,
): Promise<Scope> {
  if (first.next === null) return first;
  const pages = [first];
  for (let next: number | null = first.next; next !== null; ) {
    const page = await requestPage(first.name, next);
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

/** Removes the event files of a run, which its name confirms. */
export function deleteEventFiles(run: string, name: string): Promise<Removal> {
  return deleteJson(resourceUrl("api/event_files", { run, name }));
}

/** Whether what viewers save can be changed, and the revisions of its parts by name. */
export function getSavedState(signal?: AbortSignal): Promise<SavedState> {
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

/** Has the server keep a view, given as a query without `?`; returns the id that stands for it. */
export async function postView(search: string): Promise<string> {
  return (await postJson<LongViewId>("api/views", { search })).id;
}

/** The view that an id stands for, as a query without `?`. */
export async function getView(id: string): Promise<string> {
  return (await getJson<LongView>(resourceUrl("api/views", { id }))).search;
}
