/** The texts of graphs in lists: what they are called, of what kind they are, how large. */
import { counted, countText } from "../../lib/format/number";

// graph-kind
export const trainingGraph = "training graph";
export const metaGraph = "MetaGraph";
export const profiledStep = "profiled step";
export const profiledFunction = "profiled function";
export const graphFile = "graph file";
export const uploadedFile = "uploaded file";

// graph-rows
export const asLogged = "as logged";
export const model = "Model";
export const models = "Models";
export const graph = "Graph";
export const graphs = "Graphs";
export const graphOfAProfiledStep = "Graph of a profiled step";
export const graphsOfProfiledSteps = "Graphs of profiled steps";
export const runGraph = "Run graph";
export const profiledFunctionCount = (count: number): string => counted(count, "profiled function");
export const functionsOf = (functions: string, tag: string): string => `${functions} of ${tag}`;
export const functionsOfStep = (functions: string, step: string, tag: string): string =>
  `${functions} of step ${step} (${tag})`;
export const functionNumber = (number: number): string => `Function ${number}`;
export const stepNumber = (step: string | number): string => `step ${step}`;

// graph-title
export const profile = "profile";
export const kerasModel = "Keras model";
export const logDirectory = "log directory";
export const loading = "loading";
export const opCount = (nodes: number): string => counted(nodes, "op");
export const opsAndFunctionOps = (own: string, inside: number): string =>
  `${own} and ${countText(inside)} in functions`;
export const layerCount = (layers: number): string => counted(layers, "layer");
