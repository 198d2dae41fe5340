/** Which of the two graphs a pane has. */
import type { Graph } from "../../../api/types";
import { graphFacts, graphTitle } from "../../../state/graphs/graph-title";
import * as messages from "../overlays/changes/messages";
import type { PaneSide } from "./panes";
import "./panes.css";

export interface PaneTitleProps {
  readonly side: PaneSide;
  readonly graph: Graph;
}

export function PaneTitle({ side, graph }: PaneTitleProps) {
  return (
    <h2 class={`graph-pane-title ${side}`} data-tooltip={graphFacts(graph)}>
      <span>{side === "before" ? messages.before : messages.after}</span> {graphTitle(graph)}
    </h2>
  );
}
