/**
 * Which graph is displayed as the list of graphs changes.
 *
 * A graph that was the newest of its origin (run, tag, kind and stage) when it was displayed gives
 * way to a newer one of the same origin; one that the viewer or a link chose among older ones
 * stays.
 */
import type { Graph } from "../../../api/types";

/** A graph, or what makes it of another one: the server has both as one, under an id of its own. */
export interface ShownGraph extends Graph {
  readonly before?: Graph;
}

/** What separates the ids of the two graphs in the id of a comparison. */
const SEPARATOR = "~";

/** A graph with what differs from `before`; the graph itself where there is none, or the same one. */
export function comparedWith(graph: Graph, before: Graph | undefined): ShownGraph {
  if (before === undefined || before.id === graph.id) return graph;
  return { ...graph, id: comparisonId(before, graph), before };
}

/** The id of two graphs as one. */
export function comparisonId(before: Graph, after: Graph): string {
  return `${before.id}${SEPARATOR}${ownId(after.id)}`;
}

/** The id of a graph, of a comparison that of its second graph. */
export function ownId(id: string): string {
  return id.slice(id.lastIndexOf(SEPARATOR) + 1);
}

/** What is on show. */
export interface DisplayedGraph {
  readonly graph: Graph;
  /** Increases when the viewer turns to another graph; the same for a newer one of the origin. */
  readonly revision: number;
  /** The graph that the address named; empty for none. */
  readonly chosen: string;
  readonly isNewest: boolean;
}

/** The run, tag, kind and stage: what stays when a run writes a newer graph. */
export function originOf({ run, tag, kind, stage }: Graph): string {
  return [run, tag, kind, stage].join("\n");
}

/** Identifies a graph by its content: a run may write a newer one of the same origin. */
export function graphKey({ id, fingerprint, before }: GraphIdentity): string {
  return [id, fingerprint, before?.fingerprint].join(" ");
}

export type GraphIdentity = Pick<ShownGraph, "id" | "fingerprint" | "before">;

/**
 * The key of the graph whose scopes hold a comparison in their order, so that nothing changes its
 * place when it is switched on and off; of a graph alone, its own.
 */
export function orderingKey({ id, fingerprint }: GraphIdentity): string {
  return graphKey({ id: ownId(id), fingerprint });
}

/**
 * The graph to display next; undefined without any graph. `graphs` has the newest of an origin
 * first; `firstOf` chooses one where the address names none.
 */
export function nextDisplayed(
  before: DisplayedGraph | undefined,
  graphs: readonly Graph[],
  chosen: string,
  firstOf: (graphs: readonly Graph[]) => Graph | undefined,
): DisplayedGraph | undefined {
  const find = (wanted: string) => graphs.find(({ id }) => id === wanted);
  const turnTo = (graph: Graph | undefined) => graph && turnedTo(graph, before, graphs, chosen);
  if (before === undefined) return turnTo(find(chosen) ?? firstOf(graphs));
  const shown = before.graph;
  // The address may come to name the displayed graph: then the viewer has chosen no other.
  if (chosen !== before.chosen && chosen !== shown.id) {
    return turnTo(find(chosen) ?? find(shown.id) ?? firstOf(graphs));
  }
  const next = before.isNewest ? newestAt(graphs, originOf(shown)) : find(shown.id);
  if (next === undefined) return turnTo(firstOf(graphs));
  // One that is being read is waited for, and one that cannot be read is no newer graph.
  return { ...before, graph: isReadable(next) || !isReadable(shown) ? next : shown, chosen };
}

function turnedTo(
  graph: Graph,
  before: DisplayedGraph | undefined,
  graphs: readonly Graph[],
  chosen: string,
): DisplayedGraph {
  const isNewest = newestAt(graphs, originOf(graph))?.id === graph.id;
  const revision =
    before === undefined ? 0 : before.revision + (before.graph.id === graph.id ? 0 : 1);
  return { graph, revision, chosen, isNewest };
}

function newestAt(graphs: readonly Graph[], origin: string): Graph | undefined {
  return graphs.find((graph) => originOf(graph) === origin);
}

function isReadable({ reading, error, nodes }: Graph): boolean {
  return !reading && (error === null || nodes > 0);
}
