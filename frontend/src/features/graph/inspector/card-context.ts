/** What the parts of a node's card need besides the session. */
import type { Graph } from "../../../api/types";
import type { ProfiledStep } from "../overlays/profile/profiled-step";

export interface CardContext {
  readonly graph: Graph;
  readonly measured: ProfiledStep;
  /** Selects a node and brings it into view, whatever has to be opened for that. */
  readonly onVisit: (name: string) => void;
}
