/** The graph that is shown until the viewer chooses one. */
import type { Graph } from "../../api/types";
import { runById, shownNames } from "../runs/runs";

/** The graph to show first, of a list with the newest of each run first. */
export function firstGraph(graphs: readonly Graph[]): Graph | undefined {
  const names = new Set([...runById.value.values()].map(({ name }) => name));
  return firstOf(graphs, names, shownNames.value);
}

/**
 * An uploaded graph, or one from the command line: these belong to no run and come first in the
 * list. Else the main graph of the runs shown, or of all runs where those have none: a file in the
 * log directory belongs to no run either.
 */
export function firstOf(
  graphs: readonly Graph[],
  runs: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): Graph | undefined {
  const given = graphs.slice(0, 1).find(({ run }) => !runs.has(run));
  return given ?? mainGraph(graphs.filter(({ run }) => shown.has(run))) ?? mainGraph(graphs);
}

/**
 * The model of the run that logged a graph last, else its newest graph. What a step ran comes after
 * what a program says, and one of many traced functions, the largest, after all others. A graph that
 * cannot be read is shown only where there is no other.
 */
export function mainGraph(graphs: readonly Graph[]): Graph | undefined {
  const readable = graphs.filter(({ reading, error, nodes }) => reading || !error || nodes > 0);
  const usable = readable.length > 0 ? readable : graphs;
  const whole = usable.filter(({ function: number }) => number === null);
  const declared = whole.filter(({ kind }) => kind !== "profile");
  const newest = greatest(declared.length > 0 ? declared : whole, loggedAt);
  if (newest === undefined) return greatest(usable, opCount);
  const models = declared.filter(({ run, kind }) => run === newest.run && kind === "conceptual");
  return greatest(models, loggedAt) ?? newest;
}

/** The first of those with the greatest value. */
function greatest(graphs: readonly Graph[], measure: (graph: Graph) => number): Graph | undefined {
  const [first, ...others] = graphs;
  if (first === undefined) return undefined;
  return others.reduce((most, graph) => (measure(graph) > measure(most) ? graph : most), first);
}

function opCount({ nodes, function_ops: inside }: Graph): number {
  return nodes + inside;
}

/** In seconds; a time that is none is before all others. */
function loggedAt({ wall_time }: Graph): number {
  const seconds = Number(wall_time);
  return Number.isFinite(seconds) ? seconds : Number.NEGATIVE_INFINITY;
}
