/** Says that a newer graph has come in the place of the one on show, and what of it is lost. */
import type { Graph } from "../../../api/types";
import { showToast } from "../../../state/base/toasts";
import { graphTitle } from "../../../state/graphs/graph-title";
import * as lateMessages from "./messages";

const TOAST_MS = 6000;

export function showNewerGraph(graph: Graph, staleSettings: number): void {
  showToast(lateMessages.newerGraph(graphTitle(graph), staleSettings), TOAST_MS);
}
