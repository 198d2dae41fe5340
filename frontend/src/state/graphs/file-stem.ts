import type { Graph } from "../../api/types";

/** What a file with something of a graph is called, without its ending: plain on every system. */
export function fileStem(graph: Pick<Graph, "run" | "tag" | "stage">, part = ""): string {
  const words = [graph.run === "." ? "graph" : graph.run, graph.tag, graph.stage, part];
  const plain = words
    .filter(Boolean)
    .join("-")
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return plain.slice(0, 100) || "graph";
}
