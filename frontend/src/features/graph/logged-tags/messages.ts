/** The texts of the tags that were logged under a node. */
import { countText, valueText } from "../../../lib/format/number";

// logged-tags
export const scalarTag = "scalar";
export const histogramTag = "histogram";
export const imageTag = "image";
export const hparamsTag = "hyper-parameters";
export const curveTag = "curve";
export const meshTag = "mesh";
export const layoutTag = "chart layout";
export const tensorTag = "tensor";
export const loggedHere = "Logged here";
export const more = (more: number): string => `${countText(more)} more`;
export const lastValue = (last: number): string => `last ${valueText(last)}`;
export const noPoints = "no points";

// tag-histogram
export const step = (step: number): string => `step ${countText(step)}`;
export const histogramLabel = (total: number, from: number, value: number): string =>
  `${countText(total)} values from ${valueText(from)} to ${valueText(value)}`;
export const noValues = "no values";

// tag-title
export const openCard = (tag: string): string => `${tag}: open the card`;
