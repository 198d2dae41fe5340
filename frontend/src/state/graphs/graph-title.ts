import type { Graph } from "../../api/types";
import * as messages from "./messages";

const KINDS: Readonly<Record<Graph["kind"], string>> = {
  op: "",
  conceptual: messages.kerasModel,
  profile: messages.profile,
};

/** The run, and the tag and stage or kind where they distinguish graphs of a run. */
export function graphTitle(graph: Graph): string {
  return [runTitle(graph), graph.tag, stageTitle(graph)].filter(Boolean).join(" · ");
}

/** The title; below it the properties of its model, each on a line. */
export function graphFacts(graph: Graph): string {
  return [graphTitle(graph), ...graph.properties].join("\n");
}

export function runTitle({ run }: Graph): string {
  return run === "." ? messages.logDirectory : run;
}

/** `train_step (function 3 of 12, before optimisation)`. */
function stageTitle({ kind, stage, function: number, label }: Graph): string {
  const stageOrKind = stage || KINDS[kind];
  return number === null || label === "" ? stageOrKind : `${label} (${stageOrKind})`;
}

/** How much there is to see of it: `292 ops`, `12 ops and 26 in functions`, `177 layers`. */
export function graphSize({ kind, nodes, function_ops: inside, reading }: Graph): string {
  if (reading) return messages.loading;
  const own = kind === "conceptual" ? messages.layerCount(nodes) : messages.opCount(nodes);
  return inside === 0 ? own : messages.opsAndFunctionOps(own, inside);
}
