import { isFirstViewDrawn } from "../../state/shell/first-view";
import { fetchLateParts } from "./late-parts";
import { prepareGraphTab as prepareGraph } from "./prepare-tab";

export { GraphTab } from "./graph-tab";

/** Prepares what the tab shows first, and the rest of the tab when the page is idle. */
export function prepareGraphTab(): void {
  prepareGraph();
  if (isFirstViewDrawn.peek()) fetchLateParts();
}
