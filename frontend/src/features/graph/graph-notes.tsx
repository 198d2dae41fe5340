/** What the server found odd or damaged in the graph: told where the graph is, folded away. */
import type { Graph } from "../../api/types";
import { counted } from "../../lib/number-text";

export function GraphNotes({ graph }: { graph: Graph }) {
  const sentences = graph.error === null ? graph.warnings : [graph.error, ...graph.warnings];
  if (sentences.length === 0) return null;
  return (
    <details class="graph-notes" open={graph.error !== null}>
      <summary>{counted(sentences.length, "note")} on this graph</summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
