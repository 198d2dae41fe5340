/** The texts of the graph tab. The legend has the same ones on the page and in exported images. */
import { counted } from "../../lib/format/number";

// canvas/legend, export/legend-entries
export const legend = "Legend";
export const nameScope = "Name scope";
export const op = "Op";
export const seriesNode = "Series node";
export const functionCall = "Function call";
export const auxiliaryNode = "Auxiliary node";
export const cutEdge = "Cut edge (target shown as a label)";
export const constant = "Constant";
export const summary = "Summary";
export const dataEdge = "Data edge (wider = larger tensor)";
export const controlDependency = "Control dependency";
export const referenceEdge = "Reference edge";
export const bridgeEdge = "Bridge edge";

// toolbar/undo-buttons
export const graphStructure = "Graph structure";
export const structureWithStale = (label: string, count: number): string =>
  `${label}: ${counted(count, "setting")} without a node`;

// session
export const newerGraph = (title: string, staleSettings: number): string => {
  const news = `${title} logged a newer graph.`;
  if (staleSettings === 0) return news;
  const apply = staleSettings === 1 ? "applies" : "apply";
  return `${news} ${counted(staleSettings, "setting")} no longer ${apply} (see the panel).`;
};
