/** The server's warnings about an odd or damaged graph, collapsed at the edge of the canvas. */
import type { Graph } from "../../../api/types";
import * as messages from "./messages";

export interface ParseWarningsProps {
  readonly graph: Graph;
  /** The error shown in place of the drawing; null if there is a drawing. */
  readonly failure: Error | null;
}

export function ParseWarnings({ graph, failure }: ParseWarningsProps) {
  const { error, warnings } = graph;
  const isShown = error !== null && error !== failure?.message;
  const sentences = isShown ? [error, ...warnings] : warnings;
  if (sentences.length === 0) return null;
  return (
    <details class="graph-notes" open={isShown} data-covers>
      <summary>{messages.warningCount(sentences.length)}</summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}
