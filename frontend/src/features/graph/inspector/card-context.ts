/** What the parts of a node's card need besides the session. */
import type { ReadonlySignal } from "@preact/signals";
import type { Graph } from "../../../api/types";
import type { ProfiledStep } from "../overlays/profile/profiled-step";

export interface CardContext {
  readonly graph: Graph;
  readonly measured: ProfiledStep;
  /** Selects a node and brings it into view, whatever has to be opened for that. */
  readonly onVisit: (name: string) => void;
  /** What differs in a node, where two graphs are beside each other. */
  readonly panes?: ReadonlySignal<ComparedPanes | null>;
  /** Which of two panes has the node; by default, that of the graph after. */
  readonly side?: "before";
}

/** Two graphs, each in a pane. */
export interface ComparedPanes {
  /** Where what differs in a node of a pane is found. */
  findCompared(side: "before" | "after", name: string): ComparedNode | undefined;
}

/** A node of two graphs as one. */
export interface ComparedNode {
  readonly graph: Pick<Graph, "id" | "fingerprint">;
  readonly name: string;
}
