import type { Graph } from "../../api/types";
import { counted, countText } from "../../lib/number-text";

const KINDS: Readonly<Record<Graph["kind"], string>> = {
  op: "",
  conceptual: "Keras model",
  profile: "profile",
};

/** The run, and the tag and stage or kind where they tell graphs of a run apart. */
export function graphTitle({ run, tag, kind, stage }: Graph): string {
  return [run === "." ? "log directory" : run, tag, stage || KINDS[kind]]
    .filter(Boolean)
    .join(" · ");
}

/** How much there is to see of it: `292 ops`, `12 ops and 26 in functions`, `177 layers`. */
export function graphSize({ kind, nodes, function_ops: inside, reading }: Graph): string {
  if (reading) return "being read";
  const own = counted(nodes, kind === "conceptual" ? "layer" : "op");
  return inside === 0 ? own : `${own} and ${countText(inside)} in functions`;
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
