/**
 * The texts with values of bulk expansion, the list of graphs and node actions.
 *
 * They are apart from `../messages` for their bytes alone: a function stays in the file of its
 * catalogue, and that one comes with the first load of the graph, which does without these.
 */
import { counted, countText } from "../../../lib/format/number";

// session/bulk-expand-plan
export const expanded = (count: number, visible: number): string =>
  `Expanded ${counted(count, "scope")}: ${counted(visible, "node")}.`;
export const expandedToLimit = (limit: number, left: number): string =>
  `Expanded to the limit of ${countText(limit)} nodes; ${counted(left, "scope stays", "scopes stay")} collapsed.`;

// toolbar/graph-picker-list, session/node-actions, node-menu
export const graphCount = (all: number): string => counted(all, "graph");
export const someGraphs = (count: number, all: number): string =>
  `${countText(count)} of ${countText(all)}`;
export const groupSeries = (series: string): string => `Group as series node ${series}`;
export const actionsFor = (label: string): string => `Actions for ${label}`;

// toolbar/expand-items
export const sharedByAll = "Shared by all viewers";
export const resetShared = "Reset main graph, colours and notes for all viewers";
export const sharedWasReset = "Reset for all viewers. Ctrl+Z undoes it.";
