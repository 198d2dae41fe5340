/**
 * Which model each run has: what a column, groups and the filter say. `model-list` fills this in, and
 * is loaded only where one of these needs it: the server reads the graphs of all runs for it.
 */
import { signal } from "@preact/signals";

export interface RunModel {
  /** Equal for equal models. */
  readonly hash: string;
  /** The name of the first run that had it. */
  readonly name: string;
  /** The id of the run's graph, or of that of another run of its experiment. */
  readonly graph: string;
}

/** By the id of the run; a run without a graph is missing, and so is one that is being read. */
export const runModels = signal<ReadonlyMap<string, RunModel>>(new Map());
