/** What the server found odd or damaged in the graph: told where the graph is, folded away. */
import type { Graph } from "../../../api/types";
import { counted } from "../../../lib/format/number";

export interface GraphNotesProps {
  readonly graph: Graph;
  /** Why there is no drawing, which is told where it would be; null if there is one. */
  readonly failure: Error | null;
}

export function GraphNotes({ graph, failure }: GraphNotesProps) {
  const { error, warnings } = graph;
  const isToBeTold = error !== null && error !== failure?.message;
  const sentences = isToBeTold ? [error, ...warnings] : warnings;
  if (sentences.length === 0) return null;
  return (
    <details class="graph-notes" open={isToBeTold}>
      <summary>{counted(sentences.length, "note")} on this graph</summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
