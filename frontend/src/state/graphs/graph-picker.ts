/**
 * What the run table beside the graph tab chooses from: while that tab is open, the table is a list
 * of graphs, a click on a run shows its graph, and the run of the graph on show is marked.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Graph } from "../../api/types";
import { grouped } from "../../lib/algorithms/group-by";

export interface GraphPicker {
  /** All graphs, the newest of a run first. */
  readonly graphs: readonly Graph[];
  /** The graph on show. */
  readonly shown: Graph;
  /** Shows a graph by its id, or the main graph of some runs; false where they logged none. */
  readonly choose: (graph: string | readonly { readonly name: string }[]) => boolean;
}

/** Null while another tab is open, or there is no graph at all. */
export const graphPicker = signal<GraphPicker | null>(null);

/** Those to choose from, by the names of their runs. */
export const graphsByRun: ReadonlySignal<ReadonlyMap<string, readonly Graph[]>> = computed(() =>
  grouped(graphPicker.value?.graphs ?? [], ({ run }) => run),
);
