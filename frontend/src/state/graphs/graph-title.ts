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
  const properties = graph.properties.map(({ name, value }) => `${name}: ${value}`);
  return [graphTitle(graph), ...properties].join("\n");
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

/** What a file with something of a graph is called, without its ending: plain on every system. */
export function fileStem(graph: Graph, part = ""): string {
  const words = [graph.run === "." ? "graph" : graph.run, graph.tag, graph.stage, part];
  const plain = words
    .filter(Boolean)
    .join("-")
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return plain.slice(0, 100) || "graph";
}
