/** The texts with values of notices about the drawing, which come after it. */
import { listText } from "../../../lib/format/locale";
import { counted, countText } from "../../../lib/format/number";

// canvas/hidden-notice
export const showKind = (kind: string): string => `Show ${kind}`;
export const annotationCount = (annotations: number): string => counted(annotations, "annotation");
export const controlEdgeCount = (edges: number): string => counted(edges, "control edge");
export const hiddenParts = (parts: readonly string[]): string => `${listText(parts)} hidden`;

// canvas/prefix-notice
export const groupScopeByPrefix = "Group the selected scope by name prefix, or ungroup it";
export const groupedBy = (prefixes: boolean, connections: boolean, repeats: boolean): string => {
  const by = [
    ...(prefixes ? ["name prefix"] : []),
    ...(repeats ? ["inferred blocks"] : []),
    ...(connections ? ["connections"] : []),
  ];
  return `Grouped by ${listText(by)}:`;
};
export const groupCount = (groups: number): string => counted(groups, "group");
export const ungroup = "Ungroup";

// canvas/missing-node-notice
export const nodeMissing = (name: string): string => `Node ${name} not found.`;
export const nodeMissingWithMatch = (name: string, nearest: string): string =>
  `Node ${name} not found; closest match ${nearest} selected.`;

// canvas/parse-warnings
export const warningCount = (count: number): string =>
  `${counted(count, "warning")} about this graph`;

// canvas/held-back
export const tooManyNodes = (size: string, limit: number): string =>
  `${size} to lay out (limit ${countText(limit)}). This may take a while.`;
export const layoutCancelled = (size: string): string => `Layout cancelled (${size}).`;

// canvas/missing-graph-notice
export const comparedGraphMissing = "The graph to compare with is not in this log.";
export const comparedGraphMissingHint =
  "The link names a graph whose run or file is gone, or was written anew.";
export const showWithoutComparison = "Show the graph without comparison";

// canvas/legend-line
export const changes = "Changes";
export const colours = "Colours";
export const shapesAndLines = "Shapes and lines";
