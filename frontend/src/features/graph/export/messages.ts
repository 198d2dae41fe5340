/** The texts of exports of a drawing. */
import { counted } from "../../../lib/format/number";

// colour-legend
export const colouredBy = (name: string): string => `coloured by ${name}`;
export const sameStructure = "same colour = same structure";
export const colouredByUpTo = (name: string, most: string): string =>
  `coloured by ${name}, maximum ${most}`;
export const othersOrNone = "others, or none";

// dot
export const opCount = (count: number): string => counted(count, "op");
export const tensorCount = (tensors: number): string => counted(tensors, "tensor");
export const controlDependencies = (dependencies: number): string =>
  counted(dependencies, "control dependency", "control dependencies");

// export-actions
export const imageFailed = (why: string): string => `Could not create the image. ${why}`;
export const tooLargePng = (wanted: number, times: string): string =>
  `Too large for ${wanted}× PNG; exported at ${times}×. SVG has no size limit.`;
export const insideScope = (name: string): string => `inside ${name}`;
export const nodesOfOps = (shown: number, nodes: number): string =>
  `${counted(shown, "node")} shown of ${counted(nodes, "op")}`;

// export-menu
export const area = "Area";
export const wholeGraph = "Whole graph";
export const visibleArea = "Visible area";
export const selectedNode = "Selected node";
export const onlyNode = (label: string): string => `Only ${label}`;
export const image = "Image";
export const svgVector = "SVG (vector)";
export const pngAt = (scale: number): string => `PNG (${scale}×)`;
export const print = "Print or save as PDF";
export const dataOfDrawing = "Data";
export const dotGraphviz = "DOT (Graphviz)";
export const jsonCoordinates = "JSON with coordinates";
export const allOps = "All ops of the graph";
export const allOpsOf = (label: string): string => `All ops of ${label}`;
export const graphml = "GraphML";
export const gexfGephi = "GEXF (Gephi)";
export const textGraphDef = "Text GraphDef";
export const exportFailed = "Could not load the export: the server does not respond";

// json
export const aboutJson =
  "A drawing of a graph. `scope` is the scope that contains a node or an edge; it is empty at the top level. Edges are split at the borders of expanded scopes: an end is a node, or a point on a border (`border_of`) with the other end of the whole edge (`other_end`). `points` leads a line from its source to its target: straight from point to point, but where two points differ in x and in y, by a cubic Bézier curve that leaves and arrives along the flow, with both control points half way along it. `label_at` is the middle of the label, null where it has no room. Lengths are in pixels at zoom 1, measured from the upper left corner.";

// png
export const noCanvas = "The browser cannot create a canvas of this size.";
