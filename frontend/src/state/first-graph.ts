/** Which graph is meant as long as nobody has named one. */
import type { Graph } from "../api/types";
import { runById, shownNames } from "./runs";

/** The graph to show first, of a list with the newest of each run first. */
export function firstGraph(graphs: readonly Graph[]): Graph | undefined {
  const names = new Set([...runById.value.values()].map(({ name }) => name));
  return firstOf(graphs, names, shownNames.value);
}

/**
 * What somebody brought or gave, which is of no run and listed before all others; else the newest
 * of the runs shown, of all there are where those have none: a file in the log directory is of no
 * run either. One that cannot be read is shown only where there is no other.
 */
export function firstOf(
  graphs: readonly Graph[],
  runs: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): Graph | undefined {
  const given = graphs.slice(0, 1).find(({ run }) => !runs.has(run));
  return given ?? newestOf(graphs.filter(({ run }) => shown.has(run))) ?? newestOf(graphs);
}

function newestOf(graphs: readonly Graph[]): Graph | undefined {
  const usable = graphs.filter(({ reading, error, nodes }) => reading || !error || nodes > 0);
  const [first, ...others] = usable.length > 0 ? usable : graphs;
  if (first === undefined) return undefined;
  return others.reduce(
    (newest, graph) => (loggedAt(graph) > loggedAt(newest) ? graph : newest),
    first,
  );
}

/** In seconds; a time that is none is before all others. */
function loggedAt({ wall_time }: Graph): number {
  const seconds = Number(wall_time);
  return Number.isFinite(seconds) ? seconds : Number.NEGATIVE_INFINITY;
}
