/** Choosing a graph by the run table, beside the graph tab. */
import { showToast } from "../../../state/base/toasts";
import { graphPicker, graphsByRun } from "../../../state/graphs/graph-picker";
import { runSheetOpen } from "../../../state/shell/panels";
import * as messages from "../messages";
import type { TableRow } from "../rows/rows";
import { rowLabel, toggleRow } from "../rows/table-rows";

const TOAST_MS = 4000;

/** How many graphs the runs of a row logged; null while the table is no list of graphs. */
export function graphCount({ runs }: TableRow): number | null {
  if (graphPicker.value === null) return null;
  const byRun = graphsByRun.value;
  return runs.reduce((sum, { name }) => sum + (byRun.get(name)?.length ?? 0), 0);
}

/** Whether a graph of the row's runs is on show. */
export function isOnShow({ runs, graph }: TableRow): boolean {
  const shown = graphPicker.value?.shown.run;
  return graph === undefined ? runs.some(({ name }) => name === shown) : graph.isShown;
}

/**
 * Shows the graph that a row stands for: of a run its model, else its newest graph. Opens or closes
 * a row of several. False while the table is no list of graphs.
 */
export function showGraph(row: TableRow): boolean {
  const picker = graphPicker.peek();
  if (picker === null) return false;
  if (row.kind === "graphs") toggleRow(row.key);
  else if (picker.choose(row.graph?.id ?? row.runs)) {
    // In a narrow window the table lies over the drawing.
    runSheetOpen.value = false;
  } else showToast(messages.noGraphLogged(rowLabel(row)), TOAST_MS, "graph of a run");
  return true;
}
