/** One function per JSON resource of the server. */
import { getJson, resourceUrl } from "./client";
import type { Graphs, Runs, Scope, Status, Tags } from "./types";

export function getStatus(signal?: AbortSignal): Promise<Status> {
  return getJson("api/status", signal);
}

export function getRuns(signal?: AbortSignal): Promise<Runs> {
  return getJson("api/runs", signal);
}

export function getTags(kind: string, signal?: AbortSignal): Promise<Tags> {
  return getJson(resourceUrl("api/tags", { kind }), signal);
}

export function getGraphs(signal?: AbortSignal): Promise<Graphs> {
  return getJson("api/graphs", signal);
}

/** The inside of the scope called `name` (empty: the top level). */
export function getScope(graph: string, name: string, signal?: AbortSignal): Promise<Scope> {
  return getJson(resourceUrl(`api/graphs/${encodeURIComponent(graph)}/scope`, { name }), signal);
}
