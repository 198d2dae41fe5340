/** What kind of graph one of a list is, in a word or two. */
import type { Graph } from "../../api/types";
import * as messages from "./messages";

/** The stage of a graph that comes from an `Event.meta_graph_def` or a file with a MetaGraphDef. */
const META_GRAPH = /^MetaGraph\b/;

/** Keras model, profiled step or function, MetaGraph, file, or the graph that a run trains. */
export function kindText({ kind, stage, source, function: number }: Graph): string {
  if (number !== null) return messages.profiledFunction;
  if (kind === "conceptual") return messages.kerasModel;
  if (kind === "profile") return messages.profiledStep;
  if (source === "upload") return messages.uploadedFile;
  if (source === "file") return messages.graphFile;
  return META_GRAPH.test(stage) ? messages.metaGraph : messages.trainingGraph;
}
